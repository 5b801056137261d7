/** What two admins cannot decide about each other in the office, whoever runs the server decides at the command line. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { TestShop, type TestUser } from "../testing/test-shop.ts";
import { decisions, withShop } from "./make-admin.ts";

let shop: TestShop;
let second: TestUser;

beforeEach(async () => {
  shop = await TestShop.open();
  second = await shop.addUser("second", "0245550202", "Admin");
});
afterEach(() => shop.close());

const decide = (word: keyof typeof decisions, { phone }: TestUser) =>
  withShop(shop.database.apiUrl, (open) => decisions[word](open, phone));
const status = async ({ token }: TestUser) => (await shop.as({ token }).get("/order/counts")).status;

test.each([
  ["demote", "0245550202 is a customer.", 403],
  ["ban", "0245550202 is banned.", 403],
  ["delete", "0245550202 is deleted.", 401],
] as const)("%s: the running shop no longer lets the other admin in", async (word, line, refused) => {
  expect(await status(second)).toBe(200);
  expect(await decide(word, second)).toBe(line);
  await expect.poll(() => status(second)).toBe(refused);
  await expect(decide(word, shop.admin)).rejects.toThrow("The last admin must stay");
});

test("unban lets the other admin sign in again, without a new password", async () => {
  await decide("ban", second);
  await expect.poll(() => status(second)).toBe(403);
  expect(await decide("unban", second)).toBe("0245550202 is no longer banned.");
  expect(await status({ ...second, ...(await shop.login(second.phone, second.password)) })).toBe(200);
});
