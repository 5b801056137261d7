/** The first admin makes the second one in the page, and both together make and remove others. */
import { beforeEach, expect, test } from "vitest";
import { texts } from "#contract/terms/texts.ts";
import { TestShop } from "#tools/testing/test-shop.ts";
import { pocket } from "./office.ts";
import { desk, type OpenPage, Pages, webRoot } from "./pages.ts";
import { nextPhone, openStage } from "./stage.ts";
import { sees, seesNone } from "./sees.ts";

const stage = openStage();
// Each test begins with one admin, who is the first that the shop has ever had.
beforeEach(async () => {
  const shop = await TestShop.open({ webRoot, messages: {} });
  const before = stage.shop;
  Object.assign(stage, { shop, pages: new Pages(stage.browser, shop.server.url) });
  await before.close();
});

async function openUser(
  admin: TestShop["admin"],
  user: { _id: string },
  size: typeof desk,
): Promise<OpenPage> {
  const opened = await stage.pages.openAs(admin, `/admin/users/${user._id}`, size);
  await opened.page.getByRole("heading", { level: 1 }).waitFor();
  return opened;
}

test.each([
  ["a phone", pocket],
  ["a desk", desk],
] as const)(
  "the second admin is made with the two limits, and the third one by both, on %s",
  async (_, size) => {
    const { shop } = stage;
    const [ama, kofi] = [
      await shop.addUser("ama", nextPhone(), "Agent"),
      await shop.addUser("kofi", nextPhone(), "Customer"),
    ];
    const { page, problems } = await openUser(shop.admin, ama, size);
    await page.getByRole("button", { name: "Make admin" }).click();
    const form = page.getByRole("alertdialog", { name: "Make ama an admin?" });
    await form.getByText("Agent → Admin").waitFor();
    await form.getByText("approve top-ups, and credit and debit wallets").waitFor();
    await form.getByRole("button", { name: "Make admin" }).click();
    // Both amounts are asked for.
    await sees(form.getByLabel("Corrections above (¢)")).getAttribute("aria-invalid").toBe("true");
    await form.getByLabel("Corrections above (¢)").fill("100");
    await form.getByLabel("A single top-up above (¢)").fill("500");
    await form.getByRole("button", { name: "Make admin" }).click();
    const proof = page.getByRole("alertdialog", { name: "Confirm that it is you" });
    await proof.getByLabel("Your password").fill(shop.admin.password);
    await proof.getByRole("button", { name: "Confirm" }).click();
    await page.getByText(texts.userLevelUpdated).first().waitFor();
    await page.getByRole("button", { name: "Remove admin" }).waitFor();
    const { rows } = await shop.pool.query("select correction_limit, topup_limit from ledger.settings");
    expect(rows).toEqual([{ correction_limit: 100_00, topup_limit: 500_00 }]);

    await page.goto(`/admin/users/${kofi._id}`);
    await page.getByRole("button", { name: "Make admin" }).click();
    const question = page.getByRole("alertdialog", { name: "Make kofi an admin?" });
    await question.getByText("Another admin must approve this first.").waitFor();
    await question.getByRole("button", { name: "Yes, make admin" }).click();
    await page.getByText(texts.awaitingApproval).first().waitFor();

    const again = { ...ama, ...(await shop.login(ama.phone, ama.password)) };
    const other = await stage.pages.openAs(again, "/admin/finance", size);
    const waiting = other.page.getByRole("region", { name: "Waiting for a second admin" });
    await waiting.getByText("Admin rights").waitFor();
    await waiting.getByRole("button", { name: "Approve" }).click();
    const dialog = other.page.getByRole("alertdialog");
    await dialog.getByText("Customer → Admin").waitFor();
    await dialog.getByRole("button", { name: "Yes, approve" }).click();
    const own = other.page.getByRole("alertdialog", { name: "Confirm that it is you" });
    await own.getByLabel("Your password").fill(ama.password);
    await own.getByRole("button", { name: "Confirm" }).click();
    await waiting.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Remove admin" }).waitFor();
    // The page of the admin who was asked for the password logs that the call was refused.
    const refused = /403/;
    expect([...problems, ...other.problems].filter((problem) => !refused.test(problem))).toEqual([]);
  },
);

test("an admin's own page offers neither, and a lone admin has nobody to remove", async () => {
  const { page } = await openUser(stage.shop.admin, stage.shop.admin, pocket);
  await page.getByText("Registered").waitFor();
  await sees(page.getByRole("button", { name: /(Make|Remove) admin/ })).hasCount(0);
});

test("of two admins, each reads on the other's page what to do on the server, and neither is offered more", async () => {
  const { shop } = stage;
  const second = await shop.addUser("second", nextPhone(), "Admin");
  const { page, problems } = await openUser(shop.admin, second, pocket);
  await page.getByText(`npm run admin -- ban ${second.phone}`).waitFor();
  await page.getByRole("button", { name: "Remove admin" }).click();
  const question = page.getByRole("alertdialog", { name: "Remove second as an admin?" });
  await question.getByText(`npm run admin -- demote ${second.phone}`).waitFor();
  await sees(question.getByRole("button", { name: "Yes, remove" }))
    .isDisabled()
    .toBe(true);
  await question.getByRole("button", { name: "Cancel" }).click();
  // The list of users says it too.
  await page.getByLabel("Status of second").selectOption("Banned");
  await page.getByText("No other admin can approve this.").waitFor();
  await expect.poll(() => page.getByLabel("Status of second").inputValue()).toBe("Active");
  expect(problems.filter((problem) => !/409/.test(problem))).toEqual([]);
});

test("of three admins, one asks for a ban on a phone, the one concerned only reads it, and the third approves", async () => {
  const { shop } = stage;
  const [second, third] = [
    await shop.addUser("second", nextPhone(), "Admin"),
    await shop.addUser("third", nextPhone(), "Admin"),
  ];
  const { page } = await openUser(shop.admin, second, pocket);
  await page.getByText("Nothing changes until one of them approves it.").waitFor();
  await page.getByLabel("Status of second").selectOption("Banned");
  await page.getByText(texts.awaitingApproval).first().waitFor();
  await page.getByText("Requested by you: Ban of an admin.").waitFor();
  await expect.poll(() => page.getByLabel("Status of second").inputValue()).toBe("Active");

  const concerned = await stage.pages.openAs(second, "/admin/finance", pocket);
  const theirs = concerned.page.getByRole("region", { name: "Waiting for a second admin" });
  await theirs.getByText("This is about you, so another admin decides.").waitFor();
  await seesNone(theirs.getByRole("button"));

  const other = await stage.pages.openAs(third, "/admin/finance", pocket);
  const waiting = other.page.getByRole("region", { name: "Waiting for a second admin" });
  await waiting.getByText("Ban of an admin").waitFor();
  await waiting.getByRole("button", { name: "Approve" }).click();
  const dialog = other.page.getByRole("alertdialog");
  await dialog.getByText("Active → Banned").waitFor();
  await dialog.getByRole("button", { name: "Yes, approve" }).click();
  const proof = other.page.getByRole("alertdialog", { name: "Confirm that it is you" });
  await proof.getByLabel("Your password").fill(third.password);
  await proof.getByRole("button", { name: "Confirm" }).click();
  await waiting.waitFor({ state: "detached" });
  await expect.poll(() => page.getByLabel("Status of second").inputValue()).toBe("Banned");
  await expect.poll(() => concerned.page.getByText(texts.banned).count()).toBeGreaterThan(0);
});
