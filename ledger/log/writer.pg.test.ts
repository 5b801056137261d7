import { randomUUID } from "node:crypto";
import type { Command } from "../decide/command.ts";
import { connect, createTestDatabase, type TestDatabase } from "#tools/testing/database.ts";
import { recordStatements } from "#tools/testing/record-statements.ts";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Outcome } from "./batch.ts";
import type { DatabaseClient } from "../connect/database-client.ts";
import { LedgerUnavailable } from "../connect/errors.ts";
import { rebuild } from "../verify/rebuild.ts";
import { accepted, command, openShop, orderOf, price, purchaseBy } from "./testing/shop.ts";
import { verify } from "../verify/verify.ts";
import { Writer } from "./writer.ts";

let database: TestDatabase;
let owner: DatabaseClient;
let writer: Writer;

beforeEach(async () => {
  database = await createTestDatabase();
  owner = await connect(database.ownerUrl);
  writer = new Writer({ url: database.apiUrl });
});

afterEach(async () => {
  await writer.close();
  await owner.end();
  await database.drop();
});

describe("concurrent commands", () => {
  test("of 200 purchases at once from a wallet that can pay for 10, exactly 10 succeed", async () => {
    const { customers } = await openShop(writer, 1, 10 * price);
    const user = customers[0] ?? "";
    const outcomes = await Promise.all(Array.from({ length: 200 }, () => writer.submit(purchaseBy(user))));
    expect(outcomes.filter((outcome) => outcome.accepted)).toHaveLength(10);
    expect(new Set(rejectionsOf(outcomes))).toEqual(new Set(["insufficient_balance"]));
    expect(await balanceOf(user)).toBe(0);
    await expectWhole();
  });

  test("exactly 10 succeed through two racing writers too", async () => {
    const { customers } = await openShop(writer, 1, 10 * price);
    const user = customers[0] ?? "";
    const other = new Writer({ url: database.apiUrl });
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, (_, index) => (index % 2 ? writer : other).submit(purchaseBy(user))),
    );
    await other.close();
    expect(outcomes.filter((outcome) => outcome.accepted)).toHaveLength(10);
    expect(await balanceOf(user)).toBe(0);
    await expectWhole();
  });

  test("close answers submitted commands and refuses new ones", async () => {
    const { customers } = await openShop(writer, 1, 1000 * price);
    const answers = Array.from({ length: 100 }, () => writer.submit(purchaseBy(customers[0] ?? "")));
    await writer.close();
    expect((await Promise.all(answers)).every((outcome) => outcome.accepted)).toBe(true);
    const left = `pg_stat_activity where datname = current_database() and application_name = 'cedibook writer'`;
    await expect.poll(() => count(left)).toBe(0);
    await expect(writer.submit(purchaseBy(customers[0] ?? ""))).rejects.toThrow(LedgerUnavailable);
  });
});

describe("commands submitted one after the other by one caller are decided in this order", () => {
  const queryOf = (text: string) => ({ text, values: [] });
  const submitAll = (commands: Command[], sideWrites: { text: string; values: unknown[] }[] = []) =>
    Promise.all(commands.map((one) => writer.submit(one, { remember: true, sideWrites })));
  const purchases = (user: string, length: number) => Array.from({ length }, () => purchaseBy(user));
  const whichOf = (outcomes: Outcome[]) => outcomes.map(({ accepted: isAccepted }) => isAccepted);
  const firstOf = (paid: number, all: number) => Array.from({ length: all }, (_, index) => index < paid);

  /** A customer with money for so many purchases, whose rows the writer has in memory. */
  async function customerWith(count_: number): Promise<string> {
    const { customers } = await openShop(writer, 1, count_ * price);
    return customers[0] ?? "";
  }

  test("without the lock", async () => {
    const user = await customerWith(4);
    await accepted(writer, purchaseBy(user));
    expect(whichOf(await submitAll(purchases(user, 5)))).toEqual(firstOf(3, 5));
    await expectWhole();
  });

  test.each([false, true])("with side writes (locked: %s)", async (isLocked) => {
    const user = await customerWith(4);
    await accepted(writer, purchaseBy(user));
    // Missing rows make a batch need the lock.
    if (isLocked) writer.state.wallets.rows.clear();
    const outcomes = await submitAll(purchases(user, 5), [queryOf("select 1")]);
    expect(whichOf(outcomes)).toEqual(firstOf(3, 5));
    await expectWhole();
  });

  test("with the lock, after a batch that failed because another process had written", async () => {
    const user = await customerWith(4);
    await accepted(writer, purchaseBy(user));
    const other = new Writer({ url: database.apiUrl });
    await accepted(other, command("change_notice", { notice: "n" }));
    await other.close();
    expect(whichOf(await submitAll(purchases(user, 5)))).toEqual(firstOf(3, 5));
    await expectWhole();
  });

  test("in a batch that is halved because the database refuses one of them", async () => {
    const user = await customerWith(8);
    const commands = purchases(user, 12);
    commands[5] = withReason(user, "a\0b");
    const answers = commands.map((one) => writer.submit(one, { remember: true }));
    await expect(answers[5]).rejects.toThrow(Error);
    const outcomes = await Promise.all(answers.toSpliced(5, 1));
    expect(whichOf(outcomes)).toEqual(firstOf(8, 11));
    await expectWhole();
  });

  test("over several batches, and in the order of their positions", async () => {
    const user = await customerWith(1100);
    const outcomes = await submitAll(purchases(user, 1300));
    expect(whichOf(outcomes)).toEqual(firstOf(1100, 1300));
    const positions = outcomes.flatMap((outcome) => (outcome.accepted ? outcome.position : []));
    expect(positions).toEqual(positions.toSorted((a, b) => a - b));
    await expectWhole();
  });

  test("a series stops at the first batch without an answer, and its retry is decided in order", async () => {
    const user = await customerWith(560);
    const commands = purchases(user, 600);
    const isFull = queryOf("do $$ begin raise exception 'no space left' using errcode = '53100'; end $$");
    const series = { isBroken: false };
    const first = commands.map((one, index) =>
      writer.submit(one, { remember: true, series, sideWrites: index === 0 ? [isFull] : [] }),
    );
    const alone = writer.submit(purchaseBy(user));
    const answers = await Promise.allSettled(first);
    for (const answer of answers)
      expect(answer).toMatchObject({ status: "rejected", reason: { name: "LedgerUnavailable" } });
    expect((await alone).accepted).toBe(true);
    expect(whichOf(await submitAll(commands))).toEqual(firstOf(559, 600));
    await expectWhole();
  });
});

describe("the same command again", () => {
  test("a command submitted four times at once acts once and gets four equal answers", async () => {
    const { customers } = await openShop(writer, 3, 100 * price);
    const commands = Array.from({ length: 50 }, (_, index) => purchaseBy(customers[index % 3] ?? ""));
    const outcomes = await Promise.all(
      commands.flatMap((one) => [1, 2, 3, 4].map(() => writer.submit(one, { remember: true }))),
    );
    expect(outcomes[28]).toMatchObject({
      owner: { account: { level: "Customer" }, wallet: { user: customers[1] } },
    });
    for (let index = 0; index < outcomes.length; index += 4) {
      for (const again of outcomes.slice(index, index + 4)) expect(again).toEqual(outcomes[index]);
    }
    expect(await count(`ledger."order"`)).toBe(50);
    // Later, from another process's writer: the rows have changed since.
    const later = new Writer({ url: database.apiUrl });
    const again = await later.submit(commands[7]!, { remember: true });
    expect(again).toEqual({ ...outcomes[28], owner: undefined });
    await later.close();
    await expectWhole();
  });

  test("the same id with another body is refused and changes nothing, within a batch and later", async () => {
    const { customers } = await openShop(writer, 1, 100 * price);
    const first = purchaseBy(customers[0] ?? "");
    const other = { ...first, fingerprint: "cd".repeat(16) };
    const [done, refused] = await Promise.all([writer.submit(first), writer.submit(other)]);
    expect(done.accepted).toBe(true);
    expect(refused).toEqual({ accepted: false, rejection: { code: "key_reused" } });
    expect(await writer.submit(other)).toEqual(refused);
    expect(await count(`ledger."order"`)).toBe(1);
    expect(await balanceOf(customers[0] ?? "")).toBe(99 * price);
    await expectWhole();
  });

  test.each([0, 1])(
    "an accepted command stays accepted when its retry, with %i others, would be refused",
    async (others) => {
      const { customers } = await openShop(writer, 1, 2 * price);
      const user = customers[0] ?? "";
      const first = purchaseBy(user);
      await accepted(writer, first);
      await accepted(writer, purchaseBy(user));
      // The refusal would leave no row that shows that the command was answered before.
      const options = { remember: true, exceptFor: ["insufficient_balance"] } as const;
      const notices = Array.from({ length: others }, () => command("change_notice", { notice: "n" }));
      const [again] = await Promise.all([
        writer.submit(first, options),
        ...notices.map((notice) => writer.submit(notice)),
      ]);
      expect(again).toMatchObject({ accepted: true, events: [{ command_id: first.id }] });
      expect(await count(`ledger."order"`)).toBe(2);
      await expectWhole();
    },
  );

  test("a remembered refusal stays the answer even if the command would be accepted now", async () => {
    const { customers } = await openShop(writer, 1, 0);
    const user = customers[0] ?? "";
    const first = purchaseBy(user);
    const refusal = await writer.submit(first, { remember: true });
    expect(refusal).toMatchObject({
      accepted: false,
      rejection: { code: "insufficient_balance", missing: price },
    });
    await accepted(
      writer,
      command("correct_balance", { user, amount: 10 * price, reason: "gift", corrects: null }),
    );
    expect(await writer.submit(first, { remember: true })).toEqual(refusal);
    expect(await writer.submit({ ...first, fingerprint: "cd".repeat(16) }, { remember: true })).toMatchObject(
      {
        rejection: { code: "key_reused" },
      },
    );
    expect(await count(`ledger."order"`)).toBe(0);
    await expectWhole();
  });
});

describe("a command that cannot be written fails alone", () => {
  const poisons: [string, (user: string) => Command][] = [
    ["a NUL in its text", (user) => withReason(user, "a\0b")],
    ["half a surrogate pair, which cannot be hashed", (user) => withReason(user, "a\ud800b")],
  ];

  test.each(poisons)("%s", async (_, poison) => {
    const { customers } = await openShop(writer, 1, 100 * price);
    const user = customers[0] ?? "";
    const good = Array.from({ length: 20 }, () => writer.submit(purchaseBy(user)));
    const bad = writer.submit(poison(user));
    const after = Array.from({ length: 20 }, () => writer.submit(purchaseBy(user)));
    await expect(bad).rejects.toThrow(Error);
    await expect(bad).rejects.not.toThrow(LedgerUnavailable);
    for (const outcome of await Promise.all([...good, ...after])) expect(outcome.accepted).toBe(true);
    expect(await balanceOf(user)).toBe(60 * price);
    await expectWhole();
  });

  test("a command whose side write violates a constraint fails alone", async () => {
    const { customers } = await openShop(writer, 1, 100 * price);
    const user = customers[0] ?? "";
    const attached = (id: number) => ({
      text: "insert into shop.order_detail values ($1, $2)",
      values: [id, "x"],
    });
    await owner.query("insert into shop.order_detail values (900, 'taken')");
    const outcomes = await Promise.allSettled(
      [901, 902, 900, 903].map((id) => writer.submit(purchaseBy(user), { sideWrites: [attached(id)] })),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "fulfilled"]);
    expect(outcomes[2]).toMatchObject({ reason: { code: "23505" } });
    expect(await count("shop.order_detail where order_id > 900")).toBe(3);
    expect(await balanceOf(user)).toBe(97 * price);
    await expectWhole();
  });
});

describe("what another process wrote meanwhile", () => {
  test("after one process refunds a charge, the other cannot correct it", async () => {
    const { admin, customers } = await openShop(writer, 1, 10 * price);
    const user = customers[0] ?? "";
    const placed = await accepted(writer, purchaseBy(user));
    const corrects = placed[0]?.position ?? 0;
    const other = new Writer({ url: database.apiUrl });
    const correct = (amount: number) =>
      other.submit(command("correct_balance", { user, amount, reason: "r", corrects }, admin));
    // Twice, with a command between: now the charge is in memory without the order, and the batch is locked.
    expect(await correct(1)).toMatchObject({ accepted: true });
    await accepted(writer, command("change_notice", { notice: "n" }, admin));
    expect(await correct(1)).toMatchObject({ accepted: true });
    await accepted(writer, command("reject_order", { order: orderOf(placed), reason: null }, admin));
    expect(await correct(1)).toEqual({
      accepted: false,
      rejection: { code: "entry_overcorrected", left: 0 },
    });
    await other.close();
    await expectWhole();
  });

  test("when the other process takes back a correction, the charge below it counts again", async () => {
    const { admin, customers } = await openShop(writer, 1, 10 * price);
    const user = customers[0] ?? "";
    const other = new Writer({ url: database.apiUrl });
    const correct = async (by: Writer, amount: number, corrects: number) => {
      const intent = { user, amount, reason: "r", corrects };
      const [event] = await accepted(by, command("correct_balance", intent, admin));
      return event?.position ?? 0;
    };
    const placed = await accepted(writer, purchaseBy(user));
    const charge = placed[0]?.position ?? 0;
    const slip = await correct(writer, 200, charge);
    const undone = await correct(other, -150, slip);
    const late = new Writer({ url: database.apiUrl });
    // Twice, with a command between: now the charge is in memory without its correction, and the batch is locked.
    await correct(late, -20, charge);
    await accepted(writer, command("change_notice", { notice: "n" }, admin));
    await correct(late, -10, charge);
    await correct(other, 150, undone);
    await correct(late, -170, charge);
    const again = { user, amount: -1, reason: "r", corrects: slip };
    expect(await late.submit(command("correct_balance", again, admin))).toMatchObject({
      rejection: { code: "entry_overcorrected" },
    });
    const reject = command("reject_order", { order: orderOf(placed), reason: null }, admin);
    expect(await accepted(writer, reject)).toMatchObject([{ amount: price, balance_after: 10 * price }]);
    for (const each of [other, late]) await each.close();
    await expectWhole();
  });

  test("money that another process has just booked is not missed by a batch of refusals", async () => {
    const { admin, customers } = await openShop(writer, 1, 0);
    const user = customers[0] ?? "";
    const other = new Writer({ url: database.apiUrl });
    expect(await writer.submit(purchaseBy(user))).toMatchObject({ accepted: false });
    const gift = { user, amount: price, reason: "gift", corrects: null };
    await accepted(other, command("correct_balance", gift, admin));
    expect(await writer.submit(purchaseBy(user))).toMatchObject({ accepted: true });
    await other.close();
    await expectWhole();
  });

  test("rows are read without the lock, and decided on only if nobody has written meanwhile", async () => {
    const { admin, customers } = await openShop(writer, 2, price);
    const [ama = "", kofi = ""] = customers;
    const [other, late] = [new Writer({ url: database.apiUrl }), new Writer({ url: database.apiUrl })];
    await accepted(late, command("change_notice", { notice: "open" }, admin));
    const statements = await recordStatements(() => accepted(late, purchaseBy(ama)));
    expect(statements.map(({ text }) => text).filter((text) => /^begin|for update/.test(text))).toEqual([]);
    const query = Reflect.get(pg.Client.prototype, "query") as (...args: unknown[]) => unknown;
    let isSpent = false;
    const spy = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (
      this: pg.Client,
      ...args: unknown[]
    ) {
      const { name } = args[0] as { name?: string };
      if (isSpent || name !== "load_wallets") return query.apply(this, args);
      isSpent = true;
      return accepted(other, purchaseBy(kofi)).then(() => query.apply(this, args));
    });
    const outcome = await late.submit(purchaseBy(kofi)).finally(() => spy.mockRestore());
    for (const one of [other, late]) await one.close();
    expect(isSpent).toBe(true);
    expect(outcome).toMatchObject({ accepted: false, rejection: { code: "insufficient_balance" } });
    expect(await balanceOf(kofi)).toBe(0);
    await expectWhole();
  });

  test("the side writes of a batch that is written again happen once", async () => {
    const { admin, customers } = await openShop(writer, 1, 10 * price);
    const user = customers[0] ?? "";
    await accepted(writer, purchaseBy(user));
    const other = new Writer({ url: database.apiUrl });
    await accepted(other, command("change_notice", { notice: "n" }, admin));
    await other.close();
    const sideWrites = [{ text: "insert into shop.order_detail values ($1, 'x')", values: [900] }];
    expect(await writer.submit(purchaseBy(user), { sideWrites })).toMatchObject({ accepted: true });
    expect(await count("shop.order_detail where order_id = 900")).toBe(1);
    expect(await balanceOf(user)).toBe(8 * price);
    await expectWhole();
  });

  test("an agent request that another process wrote or decided counts", async () => {
    const { admin, customers } = await openShop(writer, 1, 0);
    const other = new Writer({ url: database.apiUrl });
    const ask = (by: Writer, topup: number) => {
      const facts = { amount: 50_00, purpose: "agent-upgrade", momo_transaction_id: null } as const;
      return by.submit(command("request_topup", { topup, ...facts }, customers[0]));
    };
    const isRefused = { rejection: { code: "agent_request_open" } };
    expect(await ask(writer, 701)).toMatchObject({ accepted: true });
    expect(await ask(other, 702)).toMatchObject(isRefused);
    // The other one has the count in memory, but not the request.
    await accepted(writer, command("decline_topup", { topup: 701 }, admin));
    expect(await ask(other, 703)).toMatchObject({ accepted: true });
    expect(await ask(writer, 704)).toMatchObject(isRefused);
    await other.close();
    await expectWhole();
  });

  test("two admins who ask for the same at once, in two processes that know nothing yet, are enough once", async () => {
    const { admin, customers } = await openShop(writer, 1, 0);
    const second = randomUUID();
    await accepted(writer, command("register_user", { user: second, level: "Admin" }));
    await accepted(writer, command("change_topup_limit", { limit: 50_00 }, admin));
    for (let topup = 701; topup < 706; topup += 1) {
      const facts = { amount: 60_00, purpose: "topup", momo_transaction_id: null } as const;
      await accepted(writer, command("request_topup", { topup, ...facts }, customers[0]));
      const others = [new Writer({ url: database.apiUrl }), new Writer({ url: database.apiUrl })] as const;
      const answers = await Promise.all([
        accepted(others[0], command("approve_topup", { topup }, admin)),
        accepted(others[1], command("approve_topup", { topup }, second)),
      ]);
      const types = answers.map((events) => events.map(({ type }) => type));
      expect(types.sort((a, b) => a.length - b.length)).toEqual([
        ["approval_requested"],
        ["approval_granted", "topup_approved"],
      ]);
      for (const other of others) await other.close();
    }
    expect(await balanceOf(customers[0] ?? "")).toBe(300_00);
    await expectWhole();
  });

  test("after a rebuild, rows in memory are loaded again", async () => {
    const { customers } = await openShop(writer, 1, 3 * price);
    const user = customers[0] ?? "";
    await owner.query("update ledger.wallet set balance = 1000000 where user_id = $1", [user]);
    const misled = new Writer({ url: database.apiUrl });
    const dear = purchaseBy(user);
    if (dear.type === "place_order") dear.intent.expected_price = 1;
    expect(await misled.submit(dear)).toMatchObject({ rejection: { code: "price_changed" } });
    expect((await rebuild(owner)).restored).toEqual({ wallet: 1 });
    expect(await misled.submit(purchaseBy(user))).toMatchObject({ events: [{ balance_after: 2 * price }] });
    await misled.close();
    await expectWhole();
  });
});

function withReason(user: string, reason: string): Command {
  return command("correct_balance", { user, amount: 1, reason, corrects: null });
}

function rejectionsOf(outcomes: Outcome[]): string[] {
  return outcomes.flatMap((outcome) => (outcome.accepted ? [] : [outcome.rejection.code]));
}

async function balanceOf(user: string): Promise<number | undefined> {
  const { rows } = await owner.query<{ balance: number }>(
    "select balance from ledger.wallet where user_id = $1",
    [user],
  );
  return rows[0]?.balance;
}

async function count(from: string): Promise<number> {
  return (await owner.query<{ count: number }>(`select count(*) from ${from}`)).rows[0]?.count ?? 0;
}

async function expectWhole(): Promise<void> {
  expect((await verify(owner)).findings).toEqual([]);
}
