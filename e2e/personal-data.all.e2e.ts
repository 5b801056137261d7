/** People can take along what the shop holds about them, and are forgotten after they were deleted. */
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { pino } from "pino";
import { expect, test } from "vitest";
import { eraseDeletedUsers } from "#api/personal-data/erasure.ts";
import { dayOf, formatDay } from "#contract/terms/dates.ts";
import { erasedName, erasesAt } from "#contract/erasure.ts";
import { desk, phone, signedIn } from "./pages.ts";
import { nextPhone, openStage } from "./stage.ts";
import { sees } from "./sees.ts";

const stage = openStage();

const addUser = () => stage.shop.addUser(`p${nextPhone()}`, nextPhone());
const button = (page: Page) => page.getByRole("button", { name: "Download my data" });

/** With the cards above the button, which move it when they come. */
async function openProfile(page: Page): Promise<void> {
  await page.goto("/home/user-details");
  await page.getByText("This device", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Set up" }).waitFor();
}

async function downloaded(page: Page, start: () => Promise<void>): Promise<{ profile: object }> {
  const [file] = await Promise.all([page.waitForEvent("download"), start()]);
  expect(file.suggestedFilename()).toBe("my-data.json");
  return JSON.parse(await readFile(await file.path(), "utf8")) as { profile: object };
}

test("the profile page saves a file with what the shop holds about the user", async () => {
  const user = await addUser();
  const { page, problems } = await stage.pages.open(phone);
  await signedIn(page, user);
  await openProfile(page);
  const { profile } = await downloaded(page, () => button(page).click());
  expect(profile).toMatchObject({ _id: user._id, phone: user.phone });
  expect(problems).toEqual([]);
});

test("the page asks for the password before the file if the shop turned step-up on", async () => {
  const user = await addUser();
  await stage.shop.command("change_step_up", stage.shop.admin._id, { isOn: true });
  const { page } = await stage.pages.open(phone);
  await signedIn(page, user);
  await openProfile(page);
  await button(page).click();
  const question = page.getByRole("alertdialog", { name: "Confirm that it is you" });
  await question.getByLabel("Your password", { exact: true }).fill(user.password);
  const { profile } = await downloaded(page, () => question.getByRole("button", { name: "Confirm" }).click());
  expect(profile).toMatchObject({ _id: user._id });
  await stage.shop.command("change_step_up", stage.shop.admin._id, { isOn: false });
});

test("the delete question and the deleted user's page say when their data is erased, and then that it was", async () => {
  const { shop } = stage;
  const user = await addUser();
  const { page } = await stage.pages.openAs(shop.admin, `/admin/users/${user._id}`, desk);
  await page.getByRole("button", { name: `Delete ${user.username}` }).click();
  const day = formatDay(dayOf(erasesAt(new Date().toISOString())));
  await page.getByText(`other personal data are erased on ${day}`).waitFor();
  await page.getByRole("button", { name: "Yes, delete" }).click();
  await page.waitForURL("**/admin/users");
  await page.goto(`/admin/users/${user._id}`);
  await page.getByText(`other personal data will be erased on ${day}`).waitFor();
  await page.getByText(user.email).waitFor();
  const keeping = { person_ms: 0, receivers_ms: 0 };
  await eraseDeletedUsers(shop.pool, pino({ level: "silent" }), new AbortController().signal, keeping);
  await page.reload();
  const { rows } = await shop.pool.query<{ position: number }>(
    "select position from ledger.event where stream = $1 and type = 'user_deleted'",
    [`user/${user._id}`],
  );
  await page.getByRole("heading", { name: erasedName(rows[0]!.position) }).waitFor();
  await page.getByText(/Their personal data was erased on \d\d\/\d\d\/\d{4}/).waitFor();
  await sees(page.getByText(user.email)).hasCount(0);
});
