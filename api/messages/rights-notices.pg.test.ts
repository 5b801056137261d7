/** What all admins are told about admin rights, by real SMS, emails and push notifications. */
import { beforeAll, beforeEach, expect, test } from "vitest";
import { accountTexts } from "#contract/account-messages.ts";
import { limits } from "#contract/terms/limits.ts";
import { decisions, resetPassword, turnOffSecondFactor, withShop } from "#tools/admin/make-admin.ts";
import { readEmail } from "#tools/testing/read-email.ts";
import { TestBrowser } from "#tools/testing/test-browser.ts";
import { openGateway, openMailServer, openPushService } from "#tools/testing/open-doubles.ts";
import { openTestShop, type TestUser } from "#tools/testing/test-shop.ts";
import { inOneSegment } from "./notices.ts";
import { measureSms } from "./segments.ts";

let browser: TestBrowser;
let kofi: TestUser;
let ama: TestUser;
let people = 0;

const patience = { answer_ms: 5000, lost_ms: 10_000, sweep_ms: 400, retry_ms: 20, open_ms: 50 };

const gateway = openGateway();
const mail = openMailServer();
const pushes = openPushService();
const shop = openTestShop(() => ({
  messages: {
    sms: gateway.config,
    mail: { url: mail.url, from: "shop@example.com" },
    allowPrivateAddresses: true,
    patience,
  },
}));

beforeAll(async () => {
  browser = new TestBrowser(pushes.origin);
  await shop.as(shop.admin).post("/user/push/subscribe", { ...browser.subscription, office: false });
});
beforeEach(async () => {
  people += 1;
  kofi = await shop.addUser(`kofi${people}`, `02455501${10 + people}`, "Admin");
  ama = await shop.addUser(`ama${people}`, `02455502${10 + people}`);
  await forgetTold();
});

async function settled(): Promise<void> {
  await shop.caughtUp();
  const open = async () => {
    const { rows } = await shop.pool.query<{ open: number }>(
      `select (select count(*) from shop.notice)
         + (select count(*) from shop.message where state in ('waiting', 'sending'))
         + (select count(*) from shop.push_delivery where state in ('waiting', 'sending'))
         + (select h.position - f.position from ledger.head h, shop.message_follower f) as open`,
    );
    return Number(rows[0]?.open);
  };
  await expect.poll(open).toBe(0);
}

async function forgetTold(): Promise<void> {
  await settled();
  gateway.taken.length = 0;
  mail.letters.length = 0;
  pushes.asked.length = 0;
}

type RightsText = Extract<keyof typeof accountTexts, `admin${string}`>;
const textOf = (text: RightsText, values: Record<string, string>, shopName = "Cedibook") =>
  inOneSegment(accountTexts[text], values, shopName);

/** The SMS, emails and push notifications about admin rights that were sent since, and to whom. */
async function sentMessages() {
  await settled();
  const isOfRights = (text: string) => /admin/.test(text);
  const sms = gateway.taken.filter(({ message }) => isOfRights(message));
  const letters = mail.letters
    .map(({ to, source }) => ({ to: String(to), text: readEmail(source) }))
    .filter(({ text }) => isOfRights(text));
  return {
    sms: sms.map(({ to, message }) => `${to}: ${message}`).toSorted(),
    mails: letters.map(({ to }) => to).toSorted(),
    pushes: (pushes.shownBy(browser) as { text: string }[]).map(({ text }) => text).toSorted(),
  };
}
const smsTo = (users: TestUser[], text: string) =>
  users.map(({ phone }) => `233${phone.slice(1)}: ${text}`).toSorted();
const mailsTo = (users: TestUser[]) => users.map(({ email }) => email).toSorted();
/** Ends the admin rights of everybody but the shop's first admin and these. */
async function onlyAdmins(...kept: TestUser[]): Promise<void> {
  const { rows } = await shop.pool.query<{ user_id: string }>(
    "select user_id from ledger.account where level = 'Admin' and not deleted and user_id <> all ($1)",
    [[shop.admin._id, ...kept.map(({ _id }) => _id)]],
  );
  for (const { user_id: user } of rows)
    await shop.command("change_level", "system", { user, level: "Customer" });
  await forgetTold();
}

test.each<[RightsText, string, () => Promise<unknown>]>([
  [
    "adminMade",
    "made an admin",
    () => shop.command("change_level", "system", { user: ama._id, level: "Admin" }),
  ],
  ["adminRemoved", "demoted", () => atServer((open) => decisions.demote(open, ama.phone))],
  ["adminBanned", "banned", () => atServer((open) => decisions.ban(open, ama.phone))],
  ["adminDeleted", "deleted", () => atServer((open) => decisions.delete(open, ama.phone))],
])("%s: whoever is %s, every admin is told at once by SMS, email and push", async (text, _, act) => {
  if (text !== "adminMade") await shop.command("change_level", "system", { user: ama._id, level: "Admin" });
  await onlyAdmins(kofi, ama);
  await act();
  const shown = textOf(text, { user: ama.username });
  const people = [shop.admin, kofi, ...(text === "adminDeleted" ? [] : [ama])];
  expect(await sentMessages()).toEqual({
    sms: smsTo(people, shown),
    mails: mailsTo(people),
    pushes: [shown],
  });
});

const atServer = (work: Parameters<typeof withShop>[1]) =>
  withShop(shop.database.apiUrl, work, { canTell: true });

test("the end of an admin's ban is told, and nothing that happens to a customer", async () => {
  await shop.command("change_status", "system", { user: kofi._id, status: "Banned" });
  await onlyAdmins(kofi);
  for (const status of ["Banned", "Active"] as const)
    await shop.command("change_status", "system", { user: ama._id, status });
  await shop.command("change_level", "system", { user: ama._id, level: "Agent" });
  await shop.command("delete_user", "system", { user: ama._id });
  expect(await sentMessages()).toEqual({ sms: [], mails: [], pushes: [] });
  await atServer((open) => decisions.unban(open, kofi.phone));
  const shown = textOf("adminUnbanned", { user: kofi.username });
  expect((await sentMessages()).sms).toEqual(smsTo([shop.admin, kofi], shown));
});

test("an admin who was demoted right after a ban was banned as an admin", async () => {
  await onlyAdmins(kofi);
  await shop.command("change_status", "system", { user: kofi._id, status: "Banned" });
  await shop.command("change_level", "system", { user: kofi._id, level: "Customer" });
  const both = ["adminBanned", "adminRemoved"] as const;
  expect((await sentMessages()).pushes).toEqual(
    both.map((text) => textOf(text, { user: kofi.username })).toSorted(),
  );
});

const password = "another long password";
const changes: [string, () => Promise<TestUser>][] = [
  [
    "password",
    async () => {
      await atServer((open) => resetPassword(open, { phone: kofi.phone, password }));
      return { ...kofi, ...(await shop.login(kofi.phone, password)) };
    },
  ],
  [
    "phone number",
    async () => {
      const phone = `02455503${10 + people}`;
      const { username } = kofi;
      const body = { username, phone, password: kofi.password };
      expect((await shop.as(kofi).put("/user/update-profile", body)).status).toBe(200);
      return { ...kofi, phone };
    },
  ],
  [
    "second factor",
    async () => {
      await atServer((open) => turnOffSecondFactor(open, kofi.phone));
      return kofi;
    },
  ],
];

test.each(changes)(
  "the first use of admin rights after a change of the %s is told once",
  async (part, change) => {
    await onlyAdmins(kofi);
    const changed = await change();
    // Their own rows, as any customer may read them.
    expect((await shop.as(changed).get("/user?mine=1")).status).toBe(200);
    expect((await sentMessages()).pushes).toEqual([]);
    const uses = [1, 2, 3].map(() => shop.as(changed).get("/order/counts"));
    for (const { status } of await Promise.all(uses)) expect(status).toBe(200);
    expect((await shop.as(changed).get("/audit/acts")).status).toBe(200);
    const shown = textOf("adminUsed", { user: kofi.username, part });
    const people = [shop.admin, changed];
    expect(await sentMessages()).toEqual({
      sms: smsTo(people, shown),
      mails: mailsTo(people),
      pushes: [shown],
    });
  },
);

test("a list of everybody's rows is a use too, and a password that a customer changed is none", async () => {
  await onlyAdmins(kofi);
  await atServer((open) => resetPassword(open, { phone: ama.phone, password }));
  await atServer((open) => resetPassword(open, { phone: kofi.phone, password }));
  const customer = await shop.login(ama.phone, password);
  expect((await shop.as(customer).get("/user")).status).toBe(200);
  expect((await sentMessages()).pushes).toEqual([]);
  const admin = await shop.login(kofi.phone, password);
  expect((await shop.as(admin).get("/user")).status).toBe(200);
  expect((await sentMessages()).pushes).toEqual([
    textOf("adminUsed", { user: kofi.username, part: "password" }),
  ]);
});

test.each([
  "w".repeat(limits.username_length_max),
  "€¢{ɔ".repeat(limits.username_length_max / 4),
  "я".repeat(limits.username_length_max),
])("with the longest name and whatever letters, an SMS has one segment: %s", async (name) => {
  await shop.pool.query(`update shop."user" set username = $2 where id = $1`, [kofi._id, name]);
  await onlyAdmins(kofi);
  await atServer((open) => resetPassword(open, { phone: kofi.phone, password }));
  await shop.as(await shop.login(kofi.phone, password)).get("/order/counts");
  await shop.command("change_status", "system", { user: kofi._id, status: "Banned" });
  await settled();
  const about = gateway.taken.filter(({ message }) => /admin/.test(message));
  expect(about).toHaveLength(4);
  for (const { message } of about)
    expect(measureSms(message)).toMatchObject({ segments: 1, encoding: "GSM-7" });
  await shop.pool.query(`update shop."user" set username = $2 where id = $1`, [kofi._id, `x${people}`]);
});
