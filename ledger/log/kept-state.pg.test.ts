/** Property test: what a writer keeps in memory is what the database has, whatever was dropped and whoever else writes. */
import { randomUUID } from "node:crypto";
import type { Command } from "../decide/command.ts";
import type { EventType, LedgerEvent } from "#ledger/core/events.ts";
import { emptyState, type State } from "#ledger/core/state.ts";
import { admin, ama, kofi, mtn } from "../decide/testing/world.ts";
import { hoursBefore } from "#contract/terms/dates.ts";
import { officeLimits } from "#contract/terms/office-limits.ts";
import { idOfStream, type Stream } from "#contract/terms/streams.ts";
import { connect, createTestDatabase } from "#tools/testing/database.ts";
import { adapted, type Step, stepsOf } from "#tools/testing/histories.ts";
import fc from "fast-check";
import type pg from "pg";
import { expect, test } from "vitest";
import { accepted, command } from "./testing/shop.ts";
import { verify } from "../verify/verify.ts";
import { loadCommon, loadMissing, type Missing, nothingMissing } from "./load.ts";
import { Writer } from "./writer.ts";

const runs = 3;
const kinds = Object.keys(nothingMissing()) as (keyof Missing)[];
const secondAdmin = "00000000-0000-4000-8000-00000000000c";

/** Those that read or change rows of more than their own stream. */
const step = stepsOf({
  place_order: 8,
  process_order: 3,
  complete_order: 1,
  reject_order: 5,
  correct_balance: 10,
  request_topup: 5,
  approve_topup: 3,
  decline_topup: 3,
  receive_payment: 4,
  match_payment: 4,
  cover_payment: 2,
  reverse_payment: 1,
  grant_approval: 3,
  decline_approval: 2,
  change_level: 3,
  change_correction_limit: 1,
  change_topup_limit: 1,
  change_product: 1,
  send_to_supplier: 1,
  delete_user: 2,
});

/** Commands that a writer gets at once, after it has dropped some rows and some hours have passed. */
const rounds = fc.array(
  fc.record({
    /** All rows of these kinds, and every row of which a bit is set: each bit is about one in 31 rows. */
    dropped: fc.record({
      kinds: fc.oneof(fc.constant<(keyof Missing)[]>([]), fc.subarray(kinds, { minLength: 1, maxLength: 5 })),
      rows: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat(0x7fff_ffff)),
    }),
    hours: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.nat(14)),
    steps: fc.array(step, { minLength: 1, maxLength: 4 }),
  }),
  { minLength: 35, maxLength: 45, size: "max" },
);

test.each([
  ["has dropped", 1],
  ["has dropped and another one has written", 2],
])("a writer's rows equal the database's after any history, whatever it %s", async (_, writersCount) => {
  await fc.assert(
    fc.asyncProperty(rounds, async (history) => {
      const database = await createTestDatabase();
      const client = await connect(database.apiUrl);
      let now_ms = Date.parse("2026-11-21T10:42:00Z");
      const open = () => new Writer({ url: database.apiUrl, clock: () => (now_ms += 1000) });
      const writers = Array.from({ length: writersCount }, open);
      try {
        const events = await openShop(writers[0]!);
        for (const [round, { dropped, hours, steps }] of history.entries()) {
          const writer = writers[round % writersCount]!;
          now_ms += hours * 3_600_000;
          drop(writer.state, dropped);
          const made = steps.flatMap((one) => adapted(one, events) ?? []);
          if (made.length === 0) continue;
          const outcomes = await Promise.all(made.map((one) => writer.submit(commandOf(one, events))));
          for (const outcome of outcomes) if (outcome.accepted) events.push(...outcome.events);
          await expectFresh(client, writer.state);
        }
        expect((await verify(client)).findings).toEqual([]);
      } finally {
        for (const writer of writers) await writer.close();
        await client.end();
        await database.drop();
      }
    }),
    // To make a history shorter takes longer than to read it.
    { numRuns: runs, endOnFailure: true },
  );
});

/** Two admins, two customers with money, and a product. Some corrections take both admins. */
async function openShop(writer: Writer): Promise<LedgerEvent[]> {
  const opening = [
    command("register_user", { user: admin, level: "Admin" }),
    command("register_user", { user: secondAdmin, level: "Admin" }),
    command("register_user", { user: ama, level: "Customer" }),
    command("register_user", { user: kofi, level: "Customer" }),
    command("create_product", { product: "mtn", facts: mtn }, admin),
    ...[ama, kofi].map((user) =>
      command("correct_balance", { user, amount: 100_00, reason: "opening", corrects: null }),
    ),
    command("change_correction_limit", { limit: 6_00 }, admin),
  ];
  return (await Promise.all(opening.map((one) => accepted(writer, one)))).flat();
}

/** Mostly about what exists: one of the last orders, requests and payments. */
function commandOf(given: Step, events: readonly LedgerEvent[]): Command {
  const { type } = given;
  const { intent, actor } = structuredClone(given) as unknown as { intent: Target; actor: string };
  const idsOf = (wanted: EventType) =>
    events.flatMap(({ type: found, stream }) =>
      found === wanted ? idOfStream(stream as Stream<"order">) : [],
    );
  const last = (ids: string[], n: number) => ids.at(-1 - (n % Math.max(ids.length, 1)));
  const [requests, payments] = [idsOf("topup_requested"), idsOf("payment_received")];
  if (typeof intent.order === "number") intent.order = Number(last(idsOf("order_placed"), intent.order) ?? 1);
  if (typeof intent.topup === "number") intent.topup = Number(last(requests, intent.topup) ?? 1);
  if (intent.payment !== undefined)
    intent.payment = last(payments, Number(intent.payment.at(-1))) ?? randomUUID();
  if (type === "request_topup") intent.topup = requests.length + 1;
  if (type === "receive_payment") intent.transaction = intent.payment = randomUUID();
  if (intent.credit) aimAtRequest(intent, intent.credit, events);
  if (type === "correct_balance") aimAtCorrection(intent, events);
  const isOwn = actor === "system" || type === "place_order" || type === "request_topup";
  const by = type === "grant_approval" || type === "decline_approval" ? secondAdmin : admin;
  const id = randomUUID();
  const fields = { type, intent, actor: isOwn ? actor : by, id, fingerprint: "00".repeat(16) };
  return fields as unknown as Command;
}

/** A payment that names a request is of its user and amount. */
function aimAtRequest(intent: Target, { topup }: Credit, events: readonly LedgerEvent[]): void {
  const requests = events.filter((event) => event.type === "topup_requested");
  const request = requests.at(-1 - ((topup ?? 0) % Math.max(requests.length, 1)));
  if (!request || topup === null) return;
  const { user, amount } = request.data;
  Object.assign(intent, { amount, credit: { user, topup: Number(idOfStream(request.stream)) } });
}

/** Every other correction takes back a bit of the last one that corrects something: chains are what is easily kept wrong. */
function aimAtCorrection(intent: Target, events: readonly LedgerEvent[]): void {
  const { amount = 0, corrects } = intent;
  const below = events.findLast(({ type, data }) => type === "wallet_corrected" && data.corrects !== null);
  if (!below?.wallet || corrects === null || corrects === undefined || amount % 2 !== 0) return;
  const bit = (Math.abs(amount) % 3) + 1;
  Object.assign(intent, {
    user: below.wallet,
    corrects: below.position,
    amount: -Math.sign(below.amount ?? 0) * bit,
  });
}

/** What a command is about. */
interface Target {
  amount?: number;
  corrects?: number | null;
  order?: number;
  topup?: number | null;
  payment?: string;
  transaction?: string;
  credit?: Credit;
}

interface Credit {
  user: string;
  topup: number | null;
}

function drop(state: State, dropped: { kinds: (keyof Missing)[]; rows: number }): void {
  let row = 0;
  for (const kind of kinds) {
    const rows = state[kind].rows as Map<unknown, unknown>;
    const isChosen = () => dropped.kinds.includes(kind) || ((dropped.rows >> (row++ % 31)) & 1) === 1;
    for (const key of rows.keys()) if (isChosen()) rows.delete(key);
  }
}

async function expectFresh(client: pg.ClientBase, kept: State): Promise<void> {
  const asked = nothingMissing();
  for (const kind of kinds) for (const key of kept[kind].rows.keys()) (asked[kind] as Set<unknown>).add(key);
  const fresh = emptyState();
  const head = client.query<{ position: number; recorded_at: string; orders_placed: number }>(
    "select position, recorded_at, orders_placed from ledger.head",
  );
  const loads = await Promise.all([loadCommon(client), loadMissing(client, asked)]);
  for (const load of loads) load(fresh);
  const [now] = (await head).rows;
  if (!now) throw new Error("ledger.head has no row");
  const { recorded_at, ...counts } = now;
  Object.assign(fresh, counts);
  expect(comparable(kept, asked, recorded_at)).toEqual(comparable(fresh, asked, recorded_at));
}

/** What decisions depend on. What was done too long ago to count may be kept or not, and a list may be in any order. */
function comparable(state: State, asked: Missing, now: string): object {
  const { position, orders_placed, admins, admins_ever, houses, settings, products, price_cuts } = state;
  const since = (hours: number) => hoursBefore(now, hours);
  const rows = (kind: keyof Missing) =>
    new Map([...(asked[kind] as Set<never>)].map((key) => [key, state[kind].rows.get(key)]));
  return {
    ...Object.fromEntries(kinds.map((kind) => [kind, rows(kind)])),
    alone: [...asked.alone].map((actor) =>
      (state.alone.get(actor) ?? []).filter(
        ({ recorded_at }) => recorded_at > since(officeLimits.correction_window_h),
      ),
    ),
    pending_topups: [...asked.pending_topups].map((user) =>
      (state.pending_topups.get(user) ?? []).toSorted((a, b) => a.id - b.id),
    ),
    requests: [...asked.requests].map((user) => state.requests.get(user) ?? []),
    open: [...asked.open].map((user) => state.open.get(user) ?? 0),
    position,
    orders_placed,
    admins,
    admins_ever,
    houses,
    settings,
    products,
    price_cuts: price_cuts.filter(({ at }) => at > since(officeLimits.price_cut_window_h)),
  };
}
