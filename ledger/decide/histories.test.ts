/** Property tests: whatever commands the ledger gets in whatever order, its books are right. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { adapted, history, type Step } from "#tools/testing/histories.ts";
import { kindOfStream } from "#contract/terms/streams.ts";
import { declarationOf, type LedgerEvent } from "#ledger/core/events.ts";
import { Changes } from "#ledger/core/changes.ts";
import { evolve } from "#ledger/core/evolve/evolve.ts";
import { emptyState, type Loaded, type State } from "#ledger/core/state.ts";
import { openWorld, type World } from "./testing/world.ts";

const runs = 300;

test("wallets never fall below zero, and all accounts sum to zero", () => {
  fc.assert(
    fc.property(history, (steps) => {
      const world = openWorld();
      for (const step of steps) {
        submit(world, step);
        const balances = rowsOf(world.state.wallets).map(({ balance }) => balance);
        const houses = Object.values(world.state.houses).map(({ balance }) => balance);
        for (const balance of balances) expect(balance).toBeGreaterThanOrEqual(0);
        expect([...balances, ...houses].reduce((sum, balance) => sum + balance, 0)).toBe(0);
      }
    }),
    { numRuns: runs },
  );
});

test("replaying the log gives the rows that commands were decided on", () => {
  fc.assert(
    fc.property(history, (steps) => {
      const world = play(steps);
      const state = emptyState();
      for (const user of world.state.accounts.rows.keys()) {
        state.alone.set(user, null);
        state.requests.set(user, null);
        state.open.set(user, null);
        state.pending_topups.set(user, null);
        state.withdrawn.set(user, null);
      }
      const changes = new Changes();
      for (const event of world.events) {
        evolve(state, event, changes);
      }
      expect(plain(state)).toEqual(plain(world.state));
      expect(changes).toEqual(world.changes);
    }),
    { numRuns: runs },
  );
});

test("refunds and corrections together never take back more than a movement's amount", () => {
  fc.assert(
    fc.property(history, (steps) => {
      const { events } = play(steps);
      const left = new Map<number, { was: number; is: number }>();
      const charges = new Map<string, number>();
      const corrected = new Map<number, number>();
      for (const { type, stream, position, amount, data } of events) {
        if (amount === null) continue;
        left.set(position, { was: amount, is: amount });
        if (type === "order_placed") charges.set(stream, position);
        const entry =
          type === "order_rejected"
            ? charges.get(stream)
            : type === "wallet_corrected"
              ? data.corrects
              : null;
        if (type === "wallet_corrected" && data.corrects !== null) corrected.set(position, data.corrects);
        // Taking back a correction restores what that one had corrected.
        for (let at = entry ?? 0; left.has(at); at = corrected.get(at) ?? 0) {
          const reversed = left.get(at)!;
          reversed.is += amount;
          expect(Math.sign(reversed.is) * Math.sign(reversed.was)).toBeGreaterThanOrEqual(0);
          expect(Math.abs(reversed.is)).toBeLessThanOrEqual(Math.abs(reversed.was));
        }
      }
    }),
    { numRuns: runs },
  );
});

test("positions, versions and balances continue without gaps", () => {
  fc.assert(
    fc.property(history, (steps) => {
      const versions = new Map<string, number>();
      const balances = new Map<string, number>();
      for (const [index, event] of play(steps).events.entries()) {
        expect(event.position).toBe(index + 1);
        expect(event.version).toBe((versions.get(event.stream) ?? 0) + 1);
        versions.set(event.stream, event.version);
        if (event.wallet === null || event.amount === null) continue;
        const balance = (balances.get(event.wallet) ?? 0) + event.amount;
        expect(event.balance_after).toBe(balance);
        balances.set(event.wallet, balance);
      }
    }),
    { numRuns: runs },
  );
});

test("what moves money is declared to the books, and only what begins a stream is declared to open it", () => {
  fc.assert(
    fc.property(history, (steps) => {
      const { events } = play(steps);
      const moving = events.filter(({ amount }) => amount !== null);
      expect(moving.filter(({ type }) => declarationOf(type)?.books === undefined)).toEqual([]);
      // All products and settings are always in memory, so nothing asks whether one begins its stream.
      const loaded = events.filter(({ stream }) => !["product", "settings"].includes(kindOfStream(stream)));
      const opens = ({ type }: LedgerEvent) => declarationOf(type)?.opens === true;
      expect(loaded.filter((event) => opens(event) !== (event.version === 1))).toEqual([]);
    }),
    { numRuns: runs },
  );
});

test("sales by day count each order once under its status, and removed orders once more separately", () => {
  fc.assert(
    fc.property(history, (steps) => {
      const world = play(steps);
      const orders = rowsOf(world.state.orders);
      for (const delta of [...world.changes.sales.values()].flat()) {
        const same = orders.filter(
          (order) =>
            order.user === delta.user &&
            (order.status === delta.status || (order.hidden && `removed ${order.status}` === delta.status)),
        );
        expect(delta.count).toBe(same.length);
        expect(delta.value).toBe(same.reduce((sum, order) => sum + order.amount, 0));
      }
    }),
    { numRuns: runs },
  );
});

test("a user has at most one open agent request, and the list of their pending requests is right", () => {
  fc.assert(
    fc.property(history, (steps) => {
      const { state } = play(steps);
      const pending = rowsOf(state.topups)
        .filter(({ status }) => status === "pending")
        .sort((a, b) => a.id - b.id);
      for (const user of state.accounts.rows.keys()) {
        const own = pending.filter((row) => row.user === user);
        expect(own.filter(({ purpose }) => purpose === "agent-upgrade").length).toBeLessThanOrEqual(1);
        const listed = state.pending_topups.get(user) ?? [];
        expect(listed.toSorted((a, b) => a.id - b.id)).toEqual(
          own.map(({ id, purpose, created_at }) => ({ id, purpose, created_at })),
        );
      }
    }),
    { numRuns: runs },
  );
});

test("the count of a user's open orders, top-ups and withdrawals is right", () => {
  fc.assert(
    fc.property(history, (steps) => {
      const { state } = play(steps);
      const open = [
        ...rowsOf(state.orders).filter(({ status }) => status === "pending" || status === "processing"),
        ...rowsOf(state.topups).filter(({ status }) => status === "pending"),
        ...rowsOf(state.withdrawals).filter(({ status }) => status === "requested" || status === "sent"),
      ];
      for (const user of state.accounts.rows.keys())
        expect(state.open.get(user) ?? 0).toBe(open.filter((row) => row.user === user).length);
    }),
    { numRuns: runs },
  );
});

test("daily totals count each top-up once under its status, and removed ones once more separately", () => {
  fc.assert(
    fc.property(history, (steps) => {
      const { state, changes } = play(steps);
      const requests = rowsOf(state.topups);
      for (const delta of changes.requests) {
        const same = requests.filter(
          ({ status, hidden }) => status === delta.status || (hidden && `removed ${status}` === delta.status),
        );
        expect(delta.count).toBe(same.length);
        expect(delta.value).toBe(same.reduce((sum, { amount }) => sum + amount, 0));
      }
      expect(changes.requests.length > 0).toBe(requests.length > 0);
    }),
    { numRuns: runs },
  );
});

test("the balance of suspense is the sum of the payments that wait", () => {
  fc.assert(
    fc.property(history, (steps) => {
      const { state } = play(steps);
      const waiting = rowsOf(state.payments).filter(
        ({ status }) => status === "received" || status === "held",
      );
      expect(state.houses.suspense.balance).toBe(waiting.reduce((sum, { amount }) => sum + amount, 0));
    }),
    { numRuns: runs },
  );
});

test("a payment is credited at most once, and a top-up has at most one payment", () => {
  fc.assert(
    fc.property(history, (steps) => {
      const { state, events } = play(steps);
      const credits = events.flatMap(({ type, data }) =>
        (type === "topup_approved" || type === "wallet_funded") && data.payment !== undefined
          ? [data.payment]
          : [],
      );
      expect(new Set(credits).size).toBe(credits.length);
      const topups = rowsOf(state.payments).flatMap((row) => row.topup ?? []);
      expect(new Set(topups).size).toBe(topups.length);
    }),
    { numRuns: runs },
  );
});

test("the balance of payouts is the sum of the withdrawals that are open, and none is paid or returned twice", () => {
  fc.assert(
    fc.property(history, (steps) => {
      const { state, events } = play(steps);
      const open = rowsOf(state.withdrawals).filter(
        ({ status }) => status === "requested" || status === "sent",
      );
      expect(state.houses.payouts.balance).toBe(open.reduce((sum, { amount }) => sum + amount, 0));
      for (const { id, status, amount } of rowsOf(state.withdrawals)) {
        const own = events.filter(({ stream }) => stream === `withdrawal/${id}`);
        const kept = own.reduce((sum, event) => sum - (event.wallet === null ? 0 : (event.amount ?? 0)), 0);
        expect(kept).toBe(status === "failed" || status === "rejected" ? 0 : amount);
      }
    }),
    { numRuns: runs },
  );
});

function play(steps: Step[]): World {
  const world = openWorld();
  for (const step of steps) submit(world, step);
  return world;
}

function rowsOf<K, V>(loaded: Loaded<K, V>): V[] {
  return [...loaded.rows.values()].flatMap((row) => row ?? []);
}

function submit(world: World, step: Step): void {
  const made = adapted(step, world.events);
  if (made) world.submit(made.type, made.intent, made.actor);
}

/** Only existing rows: which missing ones were looked up is not part of the state. */
function plain(state: State): object {
  const {
    now: _,
    accounts,
    wallets,
    orders,
    topups,
    approvals,
    payments,
    fulfilments,
    agent_shops,
    withdrawals,
    entries,
    alone,
    open,
    withdrawn,
    ...rest
  } = state;
  const present = <K extends PropertyKey, V>({ rows }: Loaded<K, V>) =>
    Object.fromEntries([...rows].filter(([, row]) => row !== null));
  return {
    ...rest,
    rows: [
      accounts,
      wallets,
      orders,
      topups,
      approvals,
      payments,
      fulfilments,
      agent_shops,
      withdrawals,
      entries,
      alone,
      open,
      withdrawn,
    ].map((rows) => present(rows as Loaded<PropertyKey, unknown>)),
  };
}
