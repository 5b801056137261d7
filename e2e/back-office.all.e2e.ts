/** Settings, figures and an admin's own account. */
import { Secret, TOTP } from "otpauth";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { Statistics } from "#contract/reports.ts";
import { formatDay } from "#contract/terms/dates.ts";
import { exported, openOffice } from "./office.ts";
import { desk, signedIn } from "./pages.ts";
import { nextPhone } from "./stage.ts";
import { sees } from "./sees.ts";

const { stage, newUser, open } = openOffice();

test("new notices and payment details reach open pages, and an outdated form cannot overwrite them", async () => {
  const buyer = await stage.pages.openAs(await newUser(), "/home");
  const one = await open("/admin/extras");
  const other = await open("/admin/extras");
  const elsewhere = await open("/admin/orders", { width: 390, height: 844 });
  const colleague = await stage.pages.open(desk);
  await signedIn(colleague.page, await stage.shop.addUser("colleague", nextPhone(), "Admin"));
  // On whatever page an admin is.
  await colleague.page.goto("/home");
  await colleague.page.getByRole("heading", { level: 1 }).waitFor();
  const notice = (page: Page) => page.getByRole("region", { name: "Notice", exact: true });
  await notice(other.page).getByLabel("Notice text").fill("mine");
  await notice(one.page).getByLabel("Notice text").fill("Closed on Friday");
  await notice(one.page).getByRole("button", { name: "Save" }).click();
  await one.page.getByText("Notice saved").first().waitFor();
  await buyer.page.getByText("Closed on Friday").waitFor();
  await notice(other.page).getByText("Somebody else has changed this").waitFor();
  await notice(other.page).getByRole("button", { name: "Save" }).click();
  await other.page.getByText("Error updating notice content:").first().waitFor();
  await notice(other.page).getByRole("button", { name: "Discard my changes" }).click();
  await expect.poll(() => notice(other.page).getByLabel("Notice text").inputValue()).toBe("Closed on Friday");

  await notice(other.page).getByText("Last changed by admin").waitFor();
  await notice(other.page).getByText("notice before:").waitFor();

  const payment = one.page.getByRole("region", { name: "Payment details" });
  await payment.getByLabel("Mobile money number").fill("024 000 00");
  await payment.getByRole("button", { name: "Save" }).click();
  await payment.getByText("Please enter a 10-digit phone number").waitFor();
  await payment.getByLabel("Mobile money number").fill("0240000077");
  await payment.getByRole("button", { name: "Save" }).click();
  const question = one.page.getByRole("alertdialog", { name: "Change payment details?" });
  await question.getByText("024 000 0009 → 024 000 0077").waitFor();
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect.poll(() => payment.getByLabel("Mobile money number").inputValue()).toBe("024 000 0077");
  await payment.getByRole("button", { name: "Save" }).click();
  await question.getByRole("button", { name: "Yes, change" }).click();
  await one.page.getByText("Payment details saved").first().waitFor();
  // The old number is shown beside the new one.
  await payment.getByText("0240000009").waitFor();
  await expect
    .poll(() =>
      other.page
        .getByRole("region", { name: "Payment details" })
        .getByLabel("Mobile money number")
        .inputValue(),
    )
    .toBe("024 000 0077");
  const toldOn = (page: Page) =>
    page.getByRole("alert").filter({ hasText: "The payment details were changed" });
  const told = toldOn(elsewhere.page);
  const change = "to 024 000 0077, Ama's Data Shop (before: 024 000 0009, Ama's Data Shop)";
  // The admin's other devices show it too, which would reveal a stolen session.
  const whoAndWhen = (who: string) =>
    new RegExp(`by ${who} on \\d\\d/\\d\\d/\\d{4} \\d\\d:\\d\\d ${change}`.replaceAll(/[()]/g, "\\$&"));
  await told.getByText(whoAndWhen("admin (you)")).waitFor();
  await toldOn(other.page).waitFor();
  await toldOn(colleague.page).getByText(whoAndWhen("admin")).waitFor();
  // The page that made the change does not show it. A later change in the log proves that it arrived.
  await sees(toldOn(one.page)).hasCount(0);
  await one.page.reload();
  await payment.getByText("Last changed by admin").waitFor();
  await sees(toldOn(one.page)).hasCount(0);
  await elsewhere.page.reload();
  await told.getByRole("button", { name: "I have seen it" }).click();
  await told.waitFor({ state: "detached" });

  const support = one.page.getByRole("region", { name: "Support links" });
  await support.getByLabel("Chat group").fill("http://chat.example.com/a");
  await support.getByRole("button", { name: "Save" }).click();
  await support.getByText("Please enter a link that begins with https://").waitFor();
  await support.getByLabel("Chat group").fill("https://chat.example.com/a");
  await support.getByRole("button", { name: "Save" }).click();
  await one.page.getByText("Support links saved").first().waitFor();
  await support.getByText("Last changed by admin").waitFor();
  await buyer.page.getByRole("button", { name: "Support" }).click();
  const link = buyer.page.getByRole("dialog").getByRole("link");
  await sees(link.first()).getAttribute("href").toBe("https://chat.example.com/a");
});

test("an admin sets up a second factor and signs in with it", async () => {
  const boss = await stage.shop.addUser("careful", nextPhone(), "Admin");
  const { page, problems } = await stage.pages.openAs(boss, "/admin/user-details");
  const card = page.getByRole("region", { name: "Second factor" });
  await card.getByRole("button", { name: "Set up" }).click();
  const sheet = page.getByRole("dialog", { name: "Set up the second factor" });
  await sheet.getByLabel("Your password", { exact: true }).fill(boss.password);
  await sheet.getByRole("button", { name: "Next" }).click();
  await sheet.getByRole("img", { name: "QR code for the authenticator app" }).waitFor();
  const secret = await sheet.locator("code").innerText();
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  await sheet.getByLabel("Code the app shows").fill(totp.generate());
  await sheet.getByRole("button", { name: "Turn on" }).click();
  const codes = sheet.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await expect.poll(() => codes.count()).toBe(10);
  const [first = "", second = ""] = await codes.allTextContents();
  await sheet.getByRole("button", { name: "I have saved them" }).click();
  await card.getByText("10 recovery codes are left").waitFor();

  const other = await stage.pages.open();
  await other.page.goto("/");
  await other.page.getByLabel("Phone").fill(boss.phone);
  await other.page.getByLabel("Password", { exact: true }).fill(boss.password);
  await sees(other.page.getByLabel("Code")).hasCount(0);
  await other.page.getByRole("button", { name: "Login" }).click();
  await other.page.getByLabel("Code").fill("12");
  await other.page.getByRole("button", { name: "Login" }).click();
  await other.page.getByText("This code is wrong or was used already").first().waitFor();
  // The code that turned it on is used up. The next one is accepted, because a phone's clock may be ahead.
  await other.page.getByLabel("Code").fill(totp.generate({ timestamp: Date.now() + 30_000 }));
  await other.page.getByRole("button", { name: "Login" }).click();
  await other.page.waitForURL("**/home");

  // Without the phone, a recovery code is used.
  const third = await stage.pages.open();
  await third.page.goto("/");
  await third.page.getByLabel("Phone").fill(boss.phone);
  await third.page.getByLabel("Password", { exact: true }).fill(boss.password);
  await third.page.getByRole("button", { name: "Login" }).click();
  await third.page.getByLabel("Code").fill(first);
  await third.page.getByRole("button", { name: "Login" }).click();
  await third.page.waitForURL("**/home");
  await third.page.goto("/admin/user-details");
  const left = third.page.getByRole("region", { name: "Second factor" });
  await left.getByText("9 recovery codes are left").waitFor();
  await left.getByRole("button", { name: "Turn off" }).click();
  const question = third.page.getByRole("alertdialog", { name: "Turn the second factor off?" });
  await question.getByLabel("Your password", { exact: true }).fill(boss.password);
  const code = question.getByLabel("Code from the app, or a recovery code");
  const yes = question.getByRole("button", { name: "Yes, turn off" });
  await code.fill(first);
  await yes.click();
  await question.getByText("This code is wrong or was used already").waitFor();
  await code.fill(second);
  await yes.click();
  await third.page.getByText("The second factor is off").first().waitFor();
  await left.getByRole("button", { name: "Set up" }).waitFor();
  expect(problems).toEqual([]);
});

test("the dashboard counts live, and the statistics show every figure", async () => {
  const { shop } = stage;
  const user = await newUser(10_000);
  const agent = await shop.addUser("bestagent", nextPhone(), "Agent", 10_000);
  const bought = await shop.buy(agent);
  for (const type of ["process_order", "complete_order"] as const)
    await shop.command(type, shop.admin._id, { order: bought.body.id });
  const statistics = async () => (await shop.as(shop.admin).get<Statistics>("/order/statistics")).body;
  await expect.poll(async () => (await statistics()).agents.length).toBe(1);
  const counted = await shop.pool.query<{ users: string }>(
    "select count(*)::text as users from ledger.account where not deleted",
  );

  const { page, problems } = await open("/admin");
  const main = page.getByRole("main");
  await main.getByRole("link", { name: new RegExp(`^Users ${counted.rows[0]?.users} registered`) }).waitFor();
  const { periods } = await statistics();
  const today = periods.find(({ name }) => name === "today")?.all;
  await main
    .getByRole("link", { name: `Summary ${today?.count} orders today ¢${today?.value.toFixed(2)} worth` })
    .waitFor();
  await main.getByRole("link", { name: /^Products \d+ available \d+ out of stock/ }).waitFor();
  const tile = page.getByRole("link", { name: /^Orders/ }).last();
  const pending = async () => Number(/(\d+)\s+pending/.exec(await tile.innerText())?.[1]);
  await expect.poll(pending).toBeGreaterThanOrEqual(0);
  const before = await pending();
  await shop.buy(user);
  await expect.poll(pending).toBe(before + 1);
  const people = page.getByRole("main").getByRole("link", { name: /^Users/ });
  const figures = async () => {
    const [, registered, funds] = /(\d+)\s+registered\s+¢([\d,.]+)/.exec(await people.innerText()) ?? [];
    return { registered: Number(registered), funds: Number(funds?.replaceAll(",", "")) };
  };
  // The order's price leaves the funds a moment after its count arrives.
  const wallets = await shop.pool.query<{ funds: number }>(
    "select sum(balance)::float / 100 as funds from ledger.wallet",
  );
  await expect.poll(figures).toMatchObject({ registered: expect.any(Number), funds: wallets.rows[0]?.funds });
  const { registered, funds } = await figures();
  const list = await open("/admin/users");
  // A user who registers before the list is fetched is in it, and not new.
  await list.page.getByText(/^Showing \d+ of \d+ entries$/).waitFor();
  const newcomer = await newUser();
  await expect.poll(figures).toEqual({ registered: registered + 1, funds });
  await stage.shop.command("correct_balance", stage.shop.admin._id, {
    user: newcomer._id,
    amount: 1_23,
    reason: "found",
    corrects: null,
  });
  // The balance changed without an order or a request.
  const richer = async () => Math.round((await figures()).funds * 100 - funds * 100);
  await expect.poll(richer).toBe(1_23);
  await list.page.getByRole("button", { name: "1 new" }).click();
  await list.page.getByRole("link", { name: newcomer.username }).waitFor();
  await stage.shop.command("correct_balance", stage.shop.admin._id, {
    user: newcomer._id,
    amount: -1_23,
    reason: "found",
    corrects: null,
  });
  await stage.shop.command("delete_user", stage.shop.admin._id, { user: newcomer._id });
  await list.page.getByRole("link", { name: newcomer.username }).waitFor({ state: "detached" });
  await expect.poll(figures).toEqual({ registered, funds });
  for (const name of ["Products", "Topups", "Summary", "Users", "Other Info"])
    await page.getByRole("main").getByRole("link", { name }).waitFor();
  await page.getByRole("main").getByRole("link", { name: "Summary" }).click();
  const table = page.getByRole("table", { name: "Orders" });
  for (const name of ["Total", "Today", "This week", "This month", "Last month"])
    await table.getByRole("cell", { name, exact: true }).waitFor();
  const { rows } = await stage.shop.pool.query<{ funds: string }>(
    `select to_char(sum(balance) / 100.0, 'FM999,990.00') as funds from ledger.wallet`,
  );
  await page.getByText(`¢${rows[0]?.funds}`).waitFor();
  await page.getByRole("figure", { name: "Value of orders by day" }).locator("svg").last().waitFor();
  await page.getByRole("table", { name: "Networks", exact: true }).getByText("MTNup2u").waitFor();
  await page.getByRole("table", { name: "Networks, total" }).getByText("MTNup2u").waitFor();
  const best = page.getByRole("table", { name: "Best agents" }).getByRole("row", { name: "bestagent" });
  expect((await best.innerText()).split(/\s+/)).toEqual(["bestagent", "Agent", "1", "¢4.60"]);
  const day = formatDay(new Date().toISOString().slice(0, 10));
  await page.getByText("The days as a table").click();
  await page.getByRole("cell", { name: day, exact: true }).waitFor();
  const { name, text } = await exported(page);
  expect(name).toMatch(/^Cedibook-statistics-[\d-]+(to-[\d-]+)?\.csv$/);
  expect(text).toContain("Period,Today,");
  expect(text).toMatch(new RegExp(`\r\nDay,${day},\\d+,\\d+\\.\\d\\d,,,\\d+,\\d+\\.\\d\\d\r\n`));
  expect(text).toContain('"Agent, this month",bestagent,,,1,4.60,,');
  expect(problems).toEqual([]);
});

test("admins have their own profile and purchases under /admin", async () => {
  const { page } = await open("/admin");
  await page.getByRole("link", { name: "Go Home" }).click();
  await page.waitForURL("**/home");
  await page.goBack();
  await page.getByRole("link", { name: "Go To User" }).click();
  await page.getByRole("heading", { name: "My Profile" }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/admin/user-details");
  await page.goto("/admin/buy/MTNup2u");
  await page.getByRole("radio", { name: /^1 GB/ }).waitFor();
});
