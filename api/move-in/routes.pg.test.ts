/** Moving in by the office's page: upload, dry run, two admins, and a run that nothing interrupts for good. */
import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import type { ApprovalsAnswer } from "#contract/approvals.ts";
import type { ActRecord } from "#contract/audit.ts";
import type { Page } from "#contract/lists.ts";
import type { MoveInRecord, MoveInsAnswer, RefusedLineRecord } from "#contract/move-in.ts";
import { deleteExpiredRows } from "#api/personal-data/expired-rows.ts";
import { officeLimits } from "#contract/terms/office-limits.ts";
import { openTestShop, type TestUser } from "#tools/testing/test-shop.ts";

let logged = "";

const shop = openTestShop({
  logLevel: "info",
  logTo: { write: (line) => (logged += line) },
  patience: { moves_ms: 50 },
});
beforeEach(() => prove(shop.admin));

const prove = ({ token, password }: TestUser) => shop.as({ token }).post("/user/step-up", { password });
const columns = { phone: 0, username: 1, balance: 2 };

/** Sends lines in parts, as the page does; the headings are a part of their own. */
async function upload(lines: string[], by = shop.admin): Promise<{ upload: string; parts: number }> {
  const id = randomUUID();
  const portions = Array.from({ length: Math.ceil(lines.length / 1000) }, (_, n) =>
    lines.slice(n * 1000, (n + 1) * 1000),
  );
  for (const [part, portion] of [["phone,name,wallet"], ...portions].entries()) {
    const body = { file: 0, part, text: portion.map((line) => `${line}\n`).join("") };
    const { status } = await shop.as(by).put(`/move-in/upload/${id}`, body);
    expect(status).toBe(200);
  }
  return { upload: id, parts: portions.length + 1 };
}

async function check(lines: string[], by = shop.admin): Promise<MoveInRecord> {
  const { upload: id, parts } = await upload(lines, by);
  const body = { upload: id, files: [{ name: "users.csv", kind: "users", parts, columns }] };
  const { status, body: made } = await shop.as(by).post<MoveInRecord>("/move-in", body);
  expect(status).toBe(201);
  return made;
}

const start = ({ _id }: MoveInRecord, by = shop.admin) =>
  shop.as(by).put<MoveInRecord>(`/move-in/${_id}/start`, {});
async function readMoveIn({ _id }: MoveInRecord): Promise<MoveInRecord> {
  const { body } = await shop.as(shop.admin).get<MoveInsAnswer>("/move-in");
  return body.items.find((item) => item._id === _id)!;
}
const done = (one: MoveInRecord, timeout = 15_000) =>
  expect.poll(async () => (await readMoveIn(one)).state, { timeout }).toBe("done");
const refusedLines = async ({ _id }: MoveInRecord) =>
  (await shop.as(shop.admin).get<RefusedLineRecord[]>(`/move-in/${_id}/refused`)).body;
const count = async (sql: string, values: unknown[] = []): Promise<number> =>
  Number(Object.values((await shop.pool.query(sql, values)).rows[0])[0]);
const users = (pattern: string) => count(`select count(*) from shop."user" where phone like $1`, [pattern]);
const held = (pattern: string) =>
  count(
    `select coalesce(sum(w.balance), 0) from ledger.wallet w join shop."user" u on u.id = w.user_id where u.phone like $1`,
    [pattern],
  );
const linesKept = (one: MoveInRecord, kind = "plan") =>
  count("select count(*) from shop.move_in_part where move_in = $1 and kind = $2", [one._id, kind]);

test("a dry run counts and adds nothing, a start needs the password, and then everything moves in once", async () => {
  const lines = ["0241000001,one,10.50", "0241000002,two,4", "0241000003,three,-1"];
  const checked = await check(lines);
  expect(checked).toMatchObject({
    state: "checked",
    new: { users: 2, products: 0, amount: 14.5 },
    already: { users: 0 },
    refused: 1,
    moved: { users: 0 },
    checkedBy: { username: "admin" },
  });
  const refused = [{ file: "users.csv", line: 4, column: "balance", reason: "Negative balance: −¢1.00" }];
  expect(await refusedLines(checked)).toEqual(refused);
  expect(await users("02410000__")).toBe(0);

  await shop.pool.query("update shop.session set stepped_up_at = null");
  expect(await start(checked)).toMatchObject({ status: 403, body: { code: "step_up_needed" } });
  await prove(shop.admin);
  // Two taps, and one more much later.
  const answers = await Promise.all([start(checked), start(checked)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  await done(checked);
  expect((await start(checked)).body).toMatchObject({ state: "done" });
  expect(await readMoveIn(checked)).toMatchObject({ moved: { users: 2, amount: 14.5 }, refused: 1 });
  expect([await users("02410000__"), await held("02410000__")]).toEqual([2, 14_50]);
  expect(await count("select count(*) from ledger.event where type = 'move_in_started'")).toBe(1);
  // Nothing of the files is left but the lines that were refused.
  expect([await linesKept(checked), await count("select count(*) from shop.move_in_text")]).toEqual([0, 0]);
  expect(await refusedLines(checked)).toEqual(refused);

  const again = await check(lines);
  expect(again).toMatchObject({ new: { users: 0, amount: 0 }, already: { users: 2, amount: 14.5 } });
  expect(await start(again)).toMatchObject({ status: 409, body: { code: "unchanged" } });
});

test("the act and the security event name the admin, and no log line has a name or a number of the files", async () => {
  const { body: acts } = await shop.as(shop.admin).get<Page<ActRecord>>("/audit/acts?kind=move-in&limit=1");
  expect(acts.items).toMatchObject([
    {
      actor: "admin",
      changes: [{ what: "moved in from another shop", after: "2 users with ¢14.50, 0 products" }],
    },
  ]);
  const security = "/audit/security?kind=move%20in&limit=5";
  const noted = async () => {
    const { body } = await shop.as(shop.admin).get<Page<{ actor: string }>>(security);
    return new Set(body.items.map(({ actor }) => actor));
  };
  // Two starts were answered. Written apart, they are two events.
  await expect.poll(noted).toEqual(new Set(["admin"]));
  expect(logged).toContain("moved in");
  expect(logged).not.toMatch(/0241000001|three|Negative/);
});

test("only the files that an admin uploaded in full are checked, and only what is no larger than the limit is kept", async () => {
  const { upload: id } = await upload(["0241100001,a,1"]);
  const asked = (parts: number, more = {}) =>
    shop
      .as(shop.admin)
      .post("/move-in", { upload: id, files: [{ name: "u.csv", kind: "users", parts, columns, ...more }] });
  expect(await asked(3)).toMatchObject({ status: 409, body: { code: "upload_incomplete" } });
  expect(await asked(2, { columns: { balance: 2 } })).toMatchObject({
    status: 400,
    body: { message: "u.csv: no column is phone" },
  });
  const text = "x".repeat(officeLimits.move_in_part_bytes_max);
  const put = (part: number, of = id, long = text) =>
    shop.as(shop.admin).put(`/move-in/upload/${of}`, { file: 0, part, text: long });
  expect((await put(0, id, `${text}x`)).status).toBe(400);
  await shop.pool.query("update shop.move_in_text set bytes = $1", [
    officeLimits.move_in_upload_bytes_max / 2,
  ]);
  expect(await put(2)).toMatchObject({ status: 413, body: { message: /more than 12 MB/ } });
  // Another upload replaces it.
  expect((await put(0, randomUUID())).body).toEqual({ bytes: text.length });
});

test("who registers after the dry run keeps their account, and the line is left out by name", async () => {
  const checked = await check(["0241200001,early,1", "0241200002,late,2"]);
  await shop.addUser("somebody", "0241200002");
  await start(checked);
  await done(checked);
  expect(await readMoveIn(checked)).toMatchObject({ new: { users: 2 }, moved: { users: 1, amount: 1 } });
  expect(await refusedLines(checked)).toMatchObject([{ line: 3, column: "phone" }]);
  expect(await held("02412000__")).toBe(1_00);
});

test("another check replaces the admin's last one, whose lines are deleted within hours", async () => {
  const old = await check(["0241500001,old,1"]);
  const corrected = await check(["0241500001,corrected,1"]);
  expect(await readMoveIn(old)).toBeUndefined();
  expect(await start(old)).toMatchObject({ status: 409, body: { code: "move_in_expired" } });
  await shop.pool.query("update shop.move_in set checked_at = checked_at - interval '61 minutes'");
  await deleteExpiredRows(shop.pool, new AbortController().signal);
  expect([await linesKept(old), await linesKept(corrected)]).toEqual([0, 1]);
  await start(corrected);
  await done(corrected);
  expect(await users("0241500001")).toBe(1);
});

test("what nobody decides is deleted after days; what was started is not", async () => {
  const running = await check(["0241300002,running,1"]);
  await shop.pool.query("update shop.move_in set checked_at = checked_at - interval '30 days'");
  const left = await check(["0241300001,left,1"]);
  await shop.pool.query(
    "update shop.move_in set checked_at = now() - interval '73 hours 1 minute' where id = $1",
    [left._id],
  );
  expect((await readMoveIn(left)).state).toBe("expired");
  expect(await start(left)).toMatchObject({ status: 409, body: { code: "move_in_expired" } });
  await upload(["0241300001,left,1"]);
  await shop.pool.query("update shop.move_in_text set uploaded_at = now() - interval '73 hours'");
  // As if its process had been gone for days.
  await shop.server.close();
  await shop.command("start_move_in", shop.admin._id, {
    move_in: running._id,
    users: 1,
    products: 0,
    amount: 100,
  });
  await deleteExpiredRows(shop.pool, new AbortController().signal);
  await shop.reopen();
  expect(await readMoveIn(left)).toBeUndefined();
  await done(running);
  expect([await linesKept(left), await linesKept(left, "refused")]).toEqual([0, 0]);
  expect(await count("select count(*) from shop.move_in_text")).toBe(0);
  expect(await users("0241300002")).toBe(1);
  expect(await start(left)).toMatchObject({ status: 404, body: { code: "move_in_unknown" } });
});

// The last tests, because from here on the shop has had two admins.
test("in a shop with two admins the other one sees the same counts and sums, and approves with the password", async () => {
  const second = await shop.addUser("second", "0240000008", "Admin");
  const waiting = async () =>
    (await shop.as(second).get<ApprovalsAnswer>("/approval")).body.items.filter(
      ({ status }) => status === "pending",
    );
  const { upload: stolen } = await upload(["0241400001,not theirs,1"]);
  const files = [{ name: "u.csv", kind: "users", parts: 2, columns }];
  expect(await shop.as(second).post("/move-in", { upload: stolen, files })).toMatchObject({
    status: 409,
    body: { code: "upload_incomplete" },
  });
  const checked = await check(["0241400001,two admins,12.50", "0241400002,both,1"]);
  expect((await start(checked)).body).toMatchObject({ state: "waiting" });
  expect((await start(checked)).body).toMatchObject({ state: "waiting" });
  const [asked, ...more] = await waiting();
  expect(more).toEqual([]);
  expect(asked).toMatchObject({
    kind: "move in",
    amount: 13.5,
    changes: [
      { what: "users", before: null, after: "2" },
      { what: "balances", before: null, after: "¢13.50" },
      { what: "products", before: null, after: "0" },
    ],
    requestedBy: { username: "admin" },
  });
  const approve = (by: TestUser) => shop.as(by).put(`/approval/${asked!._id}/approve`, {});
  expect((await approve(shop.admin)).body).toMatchObject({ code: "second_admin_needed" });
  expect((await approve(second)).body).toMatchObject({ code: "step_up_needed" });
  // Starting it as the other admin is no approval.
  await prove(second);
  expect((await start(checked, second)).body).toMatchObject({ state: "waiting" });
  expect(await users("02414000__")).toBe(0);
  expect(await approve(second)).toMatchObject({ status: 200 });
  await done(checked);
  expect([await users("02414000__"), await held("02414000__")]).toEqual([2, 13_50]);
  const { rows } = await shop.pool.query(
    "select actor, data from ledger.event where type = 'move_in_started' order by position desc limit 1",
  );
  expect(rows).toMatchObject([{ actor: second._id, data: { requested_by: shop.admin._id, amount: 13_50 } }]);

  const declined = await check(["0241400003,declined,1", "0241400004,wrong,x"]);
  expect((await start(declined)).body).toMatchObject({ state: "waiting" });
  const [other] = await waiting();
  await shop.as(second).put(`/approval/${other!._id}/decline`, {});
  expect((await start(declined)).body).toMatchObject({ state: "declined" });
  expect([await linesKept(declined), await linesKept(declined, "refused")]).toEqual([0, 0]);
  expect(await users("0241400003")).toBe(0);

  const late = await check(["0241400005,too late,1"]);
  await start(late);
  const [tooLate] = await waiting();
  await shop.pool.query("update shop.move_in set checked_at = now() - interval '73 hours' where id = $1", [
    late._id,
  ]);
  expect(await shop.as(second).put(`/approval/${tooLate!._id}/approve`, {})).toMatchObject({
    status: 409,
    body: { code: "move_in_expired" },
  });
  await deleteExpiredRows(shop.pool, new AbortController().signal);
  expect(await users("0241400005")).toBe(0);
});
