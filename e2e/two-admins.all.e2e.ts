/** What takes two admins, in the pages of both. */
import { expect, test } from "vitest";
import { openOffice, pocket } from "./office.ts";
import { sees } from "./sees.ts";

const { stage, newUser, open } = openOffice();

test("what an admin did alone is listed by day, on a desk and on a phone", async () => {
  const user = await newUser();
  const correction = { user: user._id, amount: 12_00, reason: "r", corrects: null };
  await stage.shop.command("correct_balance", stage.shop.admin._id, correction);
  for (const size of [undefined, pocket]) {
    const { page, problems } = await open("/admin/audit/alone", size);
    const list = page.getByRole(size ? "list" : "table", { name: "Done alone" });
    await list.getByText("12.00").first().waitFor();
    await sees(list.getByText("credit")).count().toBeGreaterThan(0);
    expect(problems).toEqual([]);
  }
});

test("security events are listed by kind, on a desk and on a phone", async () => {
  const user = await newUser();
  await stage.shop.login(user.phone, user.password);
  await stage.shop.as(stage.shop.admin).put(`/user/${user._id}/status`, { status: "Banned" });
  for (const size of [undefined, pocket]) {
    const { page, problems } = await open("/admin/audit/security?kind=ban", size);
    const list = page.getByRole(size ? "list" : "table", { name: "Security events" });
    await list.getByText(user.username).first().waitFor();
    await sees(list.getByText("login")).hasCount(0);
    await page.getByRole("combobox", { name: "Kind" }).selectOption("login");
    await list.getByText("login").first().waitFor();
    expect(new URL(page.url()).searchParams.get("kind")).toBe("login");
    expect(problems).toEqual([]);
  }
});
