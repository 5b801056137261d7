/** The office's lists as their addresses have them. */
import { expect, test } from "vitest";
import { desk, signedIn } from "./pages.ts";
import { openStage } from "./stage.ts";

const stage = openStage();

test("what is empty or malformed in an address is as if it were not there, and leaves it", async () => {
  const { page, problems } = await stage.pages.open(desk);
  await signedIn(page, stage.shop.admin);
  const calls: string[] = [];
  page.on("response", (answer) => {
    const { pathname, search } = new URL(answer.url());
    if (pathname.startsWith("/api/")) calls.push(`${answer.status()} ${pathname}${search}`);
  });
  const lists =
    "q=&search=%00&status=nope&user=&actor=kofi&kind=&from=2026-02-30&to=x&size=7&trail=abc&limit=x";
  for (const [path, heading] of [
    ["/admin/orders", "Orders"],
    ["/admin/finance", "Topups"],
    ["/admin/users", "Users"],
    [`/admin/users/${stage.shop.admin._id}`, "admin"],
    ["/admin/messages", "Messages"],
    ["/admin/products", "Products"],
    ["/admin/audit", "Audit"],
    ["/admin/audit/acts", "Administrative acts"],
    ["/admin/audit/wallet", "A wallet at a moment"],
  ] as const) {
    const more =
      "&network=&min=-1&max=x3&after=&before=-2&at=2026-02-30T10:00&position=&wait=&tab=nope&level=";
    await page.goto(`${path}?${lists}${more}`);
    await page.getByRole("heading", { level: 1, name: heading }).waitFor();
    await expect.poll(() => new URL(page.url()).search, { message: path }).toBe("");
    await page.waitForLoadState("networkidle");
  }
  expect(calls.filter((call) => call.startsWith("4"))).toEqual([]);
  expect(calls.filter((call) => call.includes("/api/audit/movements"))).toEqual([
    "200 /api/audit/movements?limit=10",
  ]);
  expect(problems).toEqual([]);
});
