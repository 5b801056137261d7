/** Every fate of a payment: what each command does to it in each state, and which accounts move. */
import { describe, expect, test } from "vitest";
import type { Rejection } from "#contract/terms/rejections.ts";
import type { LedgerEvent } from "#ledger/core/events.ts";
import type { Intents } from "./command.ts";
import { admin, ama, kofi, openWorld, World } from "./testing/world.ts";

const payment = "p";
const second = "00000000-0000-4000-8000-00000000000b";
const rail = { rail: "paystack", transaction: "t" } as const;
const fee = 1_17;

/** Kofi's requests, and one of each other user, all of ¢60.00. */
const requests = { open: 1, declined: 2, approved: 3, removed: 4, amas: 5, admins: 6 };

/** A shop where kofi has asked for top-ups, and a second admin. */
function openShop(): World {
  const world = openWorld().given("register_user", { user: second, level: "Admin" }, "system");
  const asked = { amount: 60_00, purpose: "topup", momo_transaction_id: null } as const;
  const { open, declined, approved, removed, amas, admins } = requests;
  for (const topup of [open, declined, approved, removed])
    world.given("request_topup", { ...asked, topup }, kofi);
  world.given("request_topup", { ...asked, topup: amas }, ama);
  world.given("request_topup", { ...asked, topup: admins }, admin);
  world.given("approve_topup", { topup: approved });
  for (const topup of [declined, removed]) world.given("decline_topup", { topup });
  return world.given("remove_topup", { topup: removed });
}

const toRequest = { payment, user: kofi, topup: requests.open };
const toWallet = { payment, user: kofi, topup: null };

function received(patch: Partial<Intents["receive_payment"]> = {}): World {
  const intent = { payment, ...rail, amount: 60_00, fee, ...patch };
  return openShop().given("receive_payment", intent, "system");
}

const disputed = () => received().given("dispute_payment", { payment }, "system");
const matchedOne = () => received().given("match_payment", toRequest, "system");
const matchedAndDisputed = () => matchedOne().given("dispute_payment", { payment }, "system");

const states = {
  "not reported": openShop,
  received,
  "received with less": () => received({ amount: 50_00 }),
  "received with more": () => received({ amount: 70_00 }),
  "received without its fee": () => received({ fee: null }),
  held: () => received().given("hold_payment", { payment, reason: "whose?" }),
  disputed,
  "disputed and won": () => disputed().given("end_dispute", { payment }, "system"),
  "above the limit": () => received().given("change_topup_limit", { limit: 59_99 }),
  matched: matchedOne,
  "in the wallet": () => received().given("match_payment", toWallet, "system"),
  "matched, then disputed": matchedAndDisputed,
  "disputed, then matched": () => disputed().given("match_payment", toRequest, "system"),
  covered: () => received().given("cover_payment", { payment, topup: requests.approved }),
  returned: () => received().given("return_payment", { payment, reason: "not ours" }),
  "lost before matching": () => disputed().given("reverse_payment", { payment }, "system"),
  "lost after matching": () => matchedAndDisputed().given("reverse_payment", { payment }, "system"),
} satisfies Record<string, () => World>;
type StateName = keyof typeof states;

type Act = (world: World) => ReturnType<World["submit"]>;

const matchTo =
  (topup: number, user = kofi): Act =>
  (world) =>
    world.submit("match_payment", { payment, user, topup });
const coverBy =
  (topup: number): Act =>
  (world) =>
    world.submit("cover_payment", { payment, topup });

const acts = {
  "is reported": (world) =>
    world.submit("receive_payment", { payment, ...rail, amount: 60_00, fee }, "system"),
  "gets its fee": (world) => world.submit("charge_payment_fee", { payment, fee }, "system"),
  "is held": (world) => world.submit("hold_payment", { payment, reason: "strange" }),
  "is matched to its request": matchTo(requests.open),
  "is matched to its request by the shop": (world) => world.submit("match_payment", toRequest, "system"),
  "is matched to the wallet": (world) => world.submit("match_payment", toWallet),
  "is matched to a request that was declined": matchTo(requests.declined),
  "is matched to a request that was approved by hand": matchTo(requests.approved),
  "is matched to a request that was removed": matchTo(requests.removed),
  "is matched to another user's request": matchTo(requests.amas),
  "is matched by an admin to their own request": matchTo(requests.admins, admin),
  "covers a request that was approved by hand": coverBy(requests.approved),
  "covers a request that is open": coverBy(requests.open),
  "covers the admin's own request": coverBy(requests.admins),
  "is returned": (world) => world.submit("return_payment", { payment, reason: "not ours" }),
  "is disputed": (world) => world.submit("dispute_payment", { payment }, "system"),
  "wins its dispute": (world) => world.submit("end_dispute", { payment }, "system"),
  "is reversed": (world) => world.submit("reverse_payment", { payment }, "system"),
  "is reversed with a fee of ¢5.00": (world) =>
    world.submit("reverse_payment", { payment, fee: 5_00 }, "system"),
} satisfies Record<string, Act>;

const every = Object.keys(states) as StateName[];
const reported = every.filter((name) => name !== "not reported");
/** In suspense, with the amount that was asked for. */
const open: StateName[] = [
  "received",
  "received without its fee",
  "held",
  "disputed",
  "disputed and won",
  "above the limit",
];
const belowLimit = open.filter((name) => name !== "above the limit");
const otherAmount: StateName[] = ["received with less", "received with more"];
const ofRequest: StateName[] = ["matched", "matched, then disputed", "disputed, then matched"];
const matched: StateName[] = [...ofRequest, "in the wallet", "covered"];
const inDispute: StateName[] = ["disputed", "matched, then disputed", "disputed, then matched"];
const lost: StateName[] = ["lost before matching", "lost after matching"];

/** Of what only an open payment can meet. */
const unlessOpen = {
  payment_unknown: ["not reported"],
  "payment_decided (matched)": matched,
  "payment_decided (returned)": ["returned"],
  "payment_decided (reversed)": lost,
} satisfies Outcomes;

/** Of a match to the open request: it was decided if this payment has paid for it. */
const unlessOpenForRequest = {
  payment_unknown: ["not reported"],
  payment_differs: otherAmount,
  "recharge_decided (approved)": [...ofRequest, "lost after matching"],
  "payment_decided (matched)": ["in the wallet", "covered"],
  "payment_decided (returned)": ["returned"],
  "payment_decided (reversed)": ["lost before matching"],
} satisfies Outcomes;

/** What comes of it: the events and what moves, in cedis; or the refusal. And in which states. */
type Outcomes = Record<string, StateName[]>;

const fates: Record<keyof typeof acts, Outcomes> = {
  "is reported": {
    "payment_received, payment_fee_charged: paystack -58.83, suspense +60.00, fees -1.17": ["not reported"],
    payment_known: reported,
  },
  "gets its fee": {
    "payment_fee_charged: paystack +1.17, fees -1.17": ["received without its fee"],
    payment_unknown: ["not reported"],
    unchanged: reported.filter((name) => name !== "received without its fee"),
  },
  "is held": { payment_held: [...open, ...otherAmount], ...unlessOpen },
  "is matched to its request": {
    "payment_matched, topup_approved: suspense -60.00, kofi +60.00": belowLimit,
    approval_requested: ["above the limit"],
    ...unlessOpenForRequest,
  },
  "is matched to its request by the shop": {
    "payment_matched, topup_approved: suspense -60.00, kofi +60.00": open,
    ...unlessOpenForRequest,
  },
  "is matched to the wallet": {
    "payment_matched, wallet_funded: suspense -60.00, kofi +60.00": belowLimit,
    "payment_matched, wallet_funded: suspense -50.00, kofi +50.00": ["received with less"],
    "payment_matched, wallet_funded: suspense -70.00, kofi +70.00": ["received with more"],
    approval_requested: ["above the limit"],
    ...unlessOpen,
  },
  "is matched to a request that was declined": { "recharge_decided (declined)": every },
  "is matched to a request that was approved by hand": { "recharge_decided (approved)": every },
  "is matched to a request that was removed": { recharge_unknown: every },
  "is matched to another user's request": { recharge_unknown: every },
  "is matched by an admin to their own request": { own_account: every },
  "covers a request that was approved by hand": {
    "payment_covered: momo +60.00, suspense -60.00": open,
    payment_not_credited: otherAmount,
    ...unlessOpen,
  },
  "covers a request that is open": { payment_not_credited: [...open, ...otherAmount], ...unlessOpen },
  "covers the admin's own request": { own_account: every },
  "is returned": {
    "payment_returned: paystack +60.00, suspense -60.00": open,
    "payment_returned: paystack +50.00, suspense -50.00": ["received with less"],
    "payment_returned: paystack +70.00, suspense -70.00": ["received with more"],
    ...unlessOpen,
  },
  "is disputed": {
    payment_disputed: reported.filter((name) => ![...inDispute, "returned", ...lost].includes(name)),
    unchanged: inDispute,
    payment_unknown: ["not reported"],
    "payment_decided (returned)": ["returned"],
    "payment_decided (reversed)": lost,
  },
  "wins its dispute": {
    payment_dispute_won: inDispute,
    unchanged: reported.filter((name) => !inDispute.includes(name)),
    payment_unknown: ["not reported"],
  },
  "is reversed": {
    "payment_reversed: paystack +60.00, suspense -60.00": open,
    "payment_reversed: paystack +50.00, suspense -50.00": ["received with less"],
    "payment_reversed: paystack +70.00, suspense -70.00": ["received with more"],
    "payment_reversed: paystack +60.00, corrections -60.00": matched,
    payment_unknown: ["not reported"],
    "payment_decided (returned)": ["returned"],
    "payment_decided (reversed)": lost,
  },
  "is reversed with a fee of ¢5.00": {
    "payment_reversed, payment_fee_charged: paystack +63.83, suspense -60.00, fees -3.83": open.filter(
      (name) => name !== "received without its fee",
    ),
    "payment_reversed, payment_fee_charged: paystack +65.00, suspense -60.00, fees -5.00": [
      "received without its fee",
    ],
    "payment_reversed, payment_fee_charged: paystack +53.83, suspense -50.00, fees -3.83": [
      "received with less",
    ],
    "payment_reversed, payment_fee_charged: paystack +73.83, suspense -70.00, fees -3.83": [
      "received with more",
    ],
    "payment_reversed, payment_fee_charged: paystack +63.83, fees -3.83, corrections -60.00": matched,
    payment_unknown: ["not reported"],
    "payment_decided (returned)": ["returned"],
    "payment_decided (reversed)": lost,
  },
};

/** Of every account, in pesewas. */
function balances(world: World): Record<string, number> {
  const houses = Object.entries(world.state.houses).map(([name, { balance }]) => [name, balance] as const);
  return { ...Object.fromEntries(houses), ama: world.balance(ama), kofi: world.balance(kofi) };
}

function refusalOf({ code, status }: Rejection): string {
  return status === undefined ? code : `${code} (${status})`;
}

function outcomeOf(name: StateName, act: Act): string {
  const world = states[name]();
  const before = balances(world);
  const answer = act(world);
  const moved = Object.entries(balances(world)).flatMap(([account, balance]) => {
    const cedis = (balance - (before[account] ?? 0)) / 100;
    return cedis === 0 ? [] : `${account} ${cedis > 0 ? "+" : ""}${cedis.toFixed(2)}`;
  });
  const types = Array.isArray(answer) ? answer.map(({ type }) => type).join(", ") : refusalOf(answer);
  return moved.length === 0 ? types : `${types}: ${moved.join(", ")}`;
}

describe("in each state, the events and movements or the refusal are right", () => {
  test.each(Object.entries(fates))("when a payment %s", (name, outcomes) => {
    const found: Outcomes = {};
    for (const state of every) (found[outcomeOf(state, acts[name as keyof typeof acts])] ??= []).push(state);
    const sorted = (table: Outcomes) =>
      Object.fromEntries(Object.entries(table).map(([outcome, names]) => [outcome, names.toSorted()]));
    expect(sorted(found)).toEqual(sorted(outcomes));
  });
});

test("a payment that was lost after its match is taken back as a correction of its credit", () => {
  const world = states["lost after matching"]();
  const credit = world.events.find(({ type, data }) => type === "topup_approved" && "payment" in data);
  const back = { user: kofi, amount: -60_00, reason: "lost dispute", corrects: credit?.position ?? 0 };
  world.given("correct_balance", back);
  expect(balances(world)).toEqual({ ...balances(openShop()), paystack: fee, fees: -fee });
  expect(world.submit("correct_balance", { ...back, amount: -1 })).toEqual({
    code: "entry_overcorrected",
    left: 0,
  });
});

test("a payment that comes after its request was declined is credited to the wallet, and not a second time", () => {
  const world = received().given("decline_topup", { topup: requests.open });
  expect(world.submit("match_payment", toRequest, "system")).toEqual({
    code: "recharge_decided",
    status: "declined",
  });
  const before = world.balance(kofi);
  world.given("match_payment", toWallet, "system");
  expect(world.balance(kofi) - before).toBe(60_00);
  expect(world.submit("match_payment", toWallet, "system")).toEqual({
    code: "payment_decided",
    status: "matched",
  });
});

test("the shop does not decide about a payment that an admin has let wait since it looked", () => {
  const world = states.held();
  const before = world.balance(kofi);
  const seen = 1;
  for (const refused of [
    world.submit("match_payment", { ...toWallet, seen }, "system"),
    world.submit("hold_payment", { payment, reason: "two users name it", seen }, "system"),
  ])
    expect(refused).toEqual({ code: "changed_meanwhile" });
  expect(world.state.payments.get(payment)?.reason).toBe("whose?");
  const { position = 0 } = world.state.payments.get(payment) ?? {};
  world.given("match_payment", { ...toWallet, seen: position }, "system");
  expect(world.balance(kofi) - before).toBe(60_00);
});

test("of two payments, only one covers an approval by hand, and only one is matched to a request", () => {
  const other = { payment: "q", rail: "momo", transaction: "u", amount: 60_00, fee: null } as const;
  const again = { ...toRequest, payment: "q" };
  const covered = states.covered().given("receive_payment", other, "system");
  expect(covered.submit("cover_payment", { payment: "q", topup: requests.approved })).toEqual({
    code: "payment_not_credited",
  });
  const paid = states.matched().given("receive_payment", other, "system");
  expect(paid.submit("match_payment", again, "system")).toEqual({
    code: "recharge_decided",
    status: "approved",
  });
  expect(paid.submit("cover_payment", { payment: "q", topup: requests.open })).toEqual({
    code: "payment_not_credited",
  });
  for (const world of [covered, paid]) expect(world.state.houses.suspense.balance).toBe(60_00);
});

describe("a payment that names whom it credits", () => {
  const reportedFor = (topup: number | null, user = kofi, amount = 60_00) => {
    const world = openShop();
    const intent = { payment, ...rail, amount, fee, credit: { user, topup } };
    return { world, answer: world.submit("receive_payment", intent, "system") };
  };

  test.each([
    ["its request", requests.open, "matched"],
    ["the wallet", null, "in the wallet"],
  ] as const)("is received and credited at once: %s", (_, topup, asTwo) => {
    const { world, answer } = reportedFor(topup);
    const apart = states[asTwo]();
    const types = (events: LedgerEvent[]) => events.map(({ type }) => type);
    expect(types(world.events)).toEqual(types(apart.events));
    expect(answer).toEqual(world.events.slice(-4));
    expect(balances(world)).toEqual(balances(apart));
    expect(world.state.payments.get(payment)).toEqual(apart.state.payments.get(payment));
    expect(world.state.topups.get(requests.open)).toEqual(apart.state.topups.get(requests.open));
  });

  test.each([
    ["a request that was declined", requests.declined],
    ["a request that was approved by hand", requests.approved],
    ["a request that was removed", requests.removed],
    ["another user's request", requests.amas],
    ["a request that nobody made", 99],
    ["a request for less", requests.open, kofi, 60_01],
    ["a request for more", requests.open, kofi, 59_99],
    ["a user that nobody knows", null, "00000000-0000-4000-8000-0000000000ff"],
  ] as const)("waits in suspense if it names %s", (_, topup, user: string = kofi, amount: number = 60_00) => {
    const { world, answer } = reportedFor(topup, user, amount);
    expect(answer).toMatchObject([{ type: "payment_received" }, { type: "payment_fee_charged" }]);
    expect(balances(world)).toEqual(balances(received({ amount })));
  });

  test("waits in suspense if the user was deleted", () => {
    const user = "00000000-0000-4000-8000-00000000000d";
    const world = openShop()
      .given("register_user", { user, level: "Customer" }, "system")
      .given("delete_user", { user }, "system");
    const intent = { payment, ...rail, amount: 60_00, fee: null, credit: { user, topup: null } };
    expect(world.submit("receive_payment", intent, "system")).toMatchObject([{ type: "payment_received" }]);
  });
});
