/** The addresses of the back office's lists. */
import { expect, test } from "vitest";
import { desk, settled, signedIn } from "./pages.ts";
import { openOffice } from "./office.ts";
import { sees } from "./sees.ts";

const { stage, newUser, open } = openOffice();

test("removes empty and malformed parameters from an address and ignores them", async () => {
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
    ["/admin/audit/wallet", "Wallet at a time"],
  ] as const) {
    const more =
      "&network=&min=-1&max=x3&after=&before=-2&at=2026-02-30T10:00&position=&wait=&tab=nope&level=";
    await page.goto(`${path}?${lists}${more}`);
    await page.getByRole("heading", { level: 1, name: heading }).waitFor();
    await expect.poll(() => new URL(page.url()).search, { message: path }).toBe("");
    await settled(page);
  }
  expect(calls.filter((call) => call.startsWith("4"))).toEqual([]);
  expect(calls.filter((call) => call.includes("/api/audit/movements"))).toEqual([
    "200 /api/audit/movements?limit=10",
  ]);
  expect(problems).toEqual([]);
});

test("every table of the back office offers its page sizes and pages forward and back", async () => {
  const { shop } = stage;
  const user = await newUser(100_000);
  for (let n = 0; n < 6; n++) await newUser();
  for (let n = 0; n < 11; n++) {
    const asked = {
      topup: 970_000 + n,
      amount: 50_00,
      purpose: "topup",
      momo_transaction_id: null,
    } as const;
    await shop.command("request_topup", user._id, asked);
    await shop.command("approve_topup", shop.admin._id, { topup: asked.topup });
    const level = (["Agent", "Customer", "Super Agent"] as const)[n % 3]!;
    await shop.command("change_level", shop.admin._id, { user: user._id, level });
    await shop.buy(user);
  }
  const { page, problems } = await open("/admin");
  const some = ["5", "10", "20", "50"];
  const many = ["10", "20", "50", "100"];
  for (const [path, sizes] of [
    ["/admin/orders?status=all", some],
    ["/admin/users", some],
    [`/admin/users/${user._id}?tab=statement`, many],
    ["/admin/finance", many],
    ["/admin/audit", many],
    ["/admin/audit/acts", many],
  ] as const) {
    await page.goto(path);
    const size = page.getByLabel("Per page");
    await size.waitFor();
    await sees(size.locator("option")).allTextContents().toEqual(sizes);
    await size.selectOption(sizes[0]!);
    await page.getByText(new RegExp(`^Showing ${sizes[0]} of `)).waitFor();
    const row = page.locator("tbody tr").first();
    // The first cells identify a row. How long an order waits changes with time.
    const first = async () => (await row.innerText()).split("\t").slice(0, 4).join(" ");
    const top = await first();
    const previous = page.getByRole("button", { name: "Previous page" });
    await sees(previous).isDisabled().toBe(true);
    await page.getByRole("button", { name: "Next page" }).click();
    await expect.poll(first, { message: path }).not.toBe(top);
    await previous.click();
    await expect.poll(first, { message: path }).toBe(top);
    expect(new URL(page.url()).searchParams.get("size")).toBe(sizes[0]);
  }
  expect(problems).toEqual([]);
});
