/** A new shop, from the owner's first look at it to its first order. */
import { expect, test } from "vitest";
import { violationsInBothThemes } from "./axe.ts";
import { prove } from "./move-in-steps.ts";
import { openOffice, place, pocket } from "./office.ts";
import { sees, seesNone } from "./sees.ts";

const { stage, newUser, open } = openOffice();

test("an owner's first hour: the office leads to the steps, and the first order appears there", async () => {
  const { page, problems } = await open("/admin", pocket);
  // In place of figures that are all zero.
  await page
    .getByText("Next: Share your shop’s address with your customers.")
    .or(page.getByText("Next: Say where"))
    .waitFor();
  await seesNone(page.getByRole("link", { name: /^Oldest order/ }));
  await page.getByText("What customers buy, to deliver or to follow").waitFor();
  await page.getByRole("link", { name: "Shop", exact: true }).click();
  // In place of an empty wallet.
  const office = page.getByRole("region", { name: "Your office" });
  await office.getByRole("link", { name: "Go on" }).click();
  await page.getByRole("heading", { level: 1, name: "Open your shop" }).waitFor();
  const sell = page.getByRole("region", { name: "What you sell" });
  await sell.getByRole("button", { name: /^What you sell/ }).click();
  await sell.getByRole("button", { name: "Telecel: 0 of 5 chosen" }).click();
  const package2 = sell.getByRole("group", { name: "Telecel 2 GB" });
  await package2.getByRole("checkbox").click();
  await package2.getByLabel("Your cost (¢)").fill("10");
  await sees(package2.getByLabel("Agent (¢)", { exact: true }))
    .inputValue()
    .toBe("10.60");
  await package2.getByLabel("Agent (¢)", { exact: true }).fill("a lot");
  await sell.getByRole("button", { name: "Paste a price list" }).click();
  await sell.getByLabel("Price list").fill("WAEC\tBECE checker\t20\t19\t18\nGlo\t1 GB\t3\t2\t1");
  await sell.getByRole("button", { name: "Take these" }).click();
  // What could not be read stays, so that it can be mended.
  await sell.getByText("1 line could not be read, and is still in the box.").waitFor();
  await sees(sell.getByLabel("Price list")).inputValue().toBe("Glo\t1 GB\t3\t2\t1");
  expect(await violationsInBothThemes(page, "what is sold")).toEqual([]);
  await sell.getByRole("button", { name: "Sell 2 packages" }).click();
  await package2.getByText("Price must be a number").waitFor();
  const agent = package2.getByLabel("Agent (¢)", { exact: true });
  await agent.fill("9.90");
  await package2.getByText("Below your cost").waitFor();
  await sell.getByRole("button", { name: "Sell 2 packages" }).click();
  expect(await agent.evaluate((field) => field === document.activeElement)).toBe(true);
  await agent.fill("10.50");
  // Whoever types one price after the other is not done yet.
  await agent.press("Enter");
  await package2.waitFor();
  await sell.getByRole("button", { name: "Sell 2 packages" }).click();
  await page.getByText("Products created successfully").first().waitFor();
  // What is sold is not offered again.
  await sell.getByRole("button", { name: /^Telecel/ }).waitFor({ state: "detached" });

  const share = page.getByRole("region", { name: "Share your shop" });
  const [picture] = await Promise.all([
    page.waitForEvent("download"),
    share.getByRole("button", { name: "Picture with prices" }).click(),
  ]);
  expect(picture.suggestedFilename()).toBe("Cedibook-prices.png");
  const buyer = await newUser(100_00);
  const products = (
    await stage.shop.call<{ network: string; packages: { _id: string }[] }[]>("GET", "/product")
  ).body;
  const bought = products.find(({ network }) => network === "Telecel")!.packages[0]!._id;
  const order = await place(stage, buyer, "0201234567", bought);
  await share.getByText(`Order ${order.id} is waiting.`).waitFor();
  expect(order.totalAmount).toBe(11);
  expect(problems).toEqual([]);
});

test("each step says what it is for, and what only the server's owner can set", async () => {
  const { page, problems } = await open("/admin/open", pocket);
  for (const [name, said] of [
    ["Where customers pay", "Mobile money number"],
    ["Name and address", "SHOP_NAME"],
    ["Second factor", "Set up"],
    ["Messages", "SMS_GATEWAY"],
    ["Backups", "BACKUP_TARGET"],
    ["Payments that book themselves", "PAYSTACK_SECRET_KEY"],
    ["A second admin", "Their phone number"],
  ] as const) {
    const step = page.getByRole("region", { name, exact: true });
    const button = step.getByRole("button", { name: new RegExp(`^${name}`) });
    // The next one is open already.
    if ((await button.getAttribute("aria-expanded")) === "false") await button.click();
    await step.getByText(said).first().waitFor();
  }
  expect(await violationsInBothThemes(page, "the steps")).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(pocket.width);
  expect(problems).toEqual([]);
});

test("a customer's home has no office", async () => {
  const { page } = await stage.pages.openAs(await newUser(), "/home", pocket);
  await page.getByTestId("balance").waitFor();
  await sees(page.getByRole("link", { name: "Go on" })).hasCount(0);
});

test("somebody who is invited registers by the link, and is in the office", async () => {
  const { page } = await open("/admin/open", pocket);
  const step = page.getByRole("region", { name: "A second admin" });
  await step.getByRole("button", { name: /^A second admin/ }).click();
  await step.getByLabel("Their phone number").fill("0245557788");
  await step.getByRole("button", { name: "Make an invitation" }).click();
  await prove(page, stage.shop.admin);
  const link = await step.getByRole("status").locator("code").innerText();
  const invited = await stage.pages.open(pocket);
  await invited.page.goto(link);
  await invited.page.getByRole("heading", { level: 1, name: "You are invited" }).waitFor();
  await invited.page.getByLabel("Username").fill("esi");
  await invited.page.getByLabel("Phone").fill("0245557788");
  await invited.page.getByLabel("Email").fill("esi@example.com");
  for (const label of ["Password", "Confirm password"])
    await invited.page.getByLabel(label, { exact: true }).fill("a long enough password");
  await invited.page.getByRole("button", { name: "Register" }).click();
  // What waits comes before what is still to be set up.
  await invited.page.getByRole("link", { name: /^(Go on|Open the office)$/ }).click();
  await invited.page.getByRole("heading", { level: 1, name: /^(Open your shop|Dashboard)$/ }).waitFor();
  expect(invited.problems).toEqual([]);
});
