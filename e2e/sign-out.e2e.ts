/** The end of a session reaches every open tab. */
import { expect, test } from "vitest";
import { openStage } from "./stage.ts";
import { ban, openTabs } from "./sign-out-steps.ts";

openStage();

test("a ban signs out all tabs without errors, and they say why", async () => {
  expect(await ban(await openTabs("Admin", { at: ["/admin/orders", "/home"] }))).toEqual([]);
});
