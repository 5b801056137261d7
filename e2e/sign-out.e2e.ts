/** The end of a session reaches every open tab. */
import { describe, expect, test } from "vitest";
import { openStage } from "./stage.ts";
import { openTabs, atLogin } from "./sign-out-steps.ts";

const stage = openStage();

describe.each(["Customer", "Admin"] as const)("with a tab on every page of %s", (level) => {
  test("a ban signs out all tabs without errors, and they say why", async () => {
    const { user, tabs } = await openTabs(level);
    await stage.shop.command("change_status", "system", { user: user._id, status: "Banned" });
    for (const { page, problems, path } of tabs) {
      await atLogin(page);
      await page.getByText("This account is banned. Please contact support.").waitFor();
      expect({ path, problems }).toEqual({ path, problems: [] });
    }
  });
});
