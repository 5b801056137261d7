/** How often each trouble happens in a storm: each one often enough to be met, and most payments and orders usual. */
import type { DataMartShares } from "./datamart/fates.ts";
import type { SharesOf } from "./fate.ts";
import type { HubnetShares } from "./hubnet/fates.ts";
import type { PaystackShares } from "./paystack/fates.ts";
import type { ReloadlyShares } from "./reloadly/fates.ts";
import type { SmsShares } from "./sms-phone/fates.ts";
import type { supplierOrderKinds, supplierRequestKinds } from "./supplier/fates.ts";

export const hostilePaystack: PaystackShares = {
  payment: {
    customer: { declines: 0.06, "lacks funds": 0.04, waits: 0.06, "approves late": 0.06 },
    pays: {
      "fee on top": 0.05,
      less: 0.03,
      "less, requested less": 0.02,
      more: 0.03,
      "other currency": 0.02,
    },
    fee: { negative: 0.02, above: 0.02 },
    prompt: { "at once": 0.1, pending: 0.1 },
    webhook: { first: 0.08, twice: 0.1, "days late": 0.04, never: 0.08 },
    bytes: { spaced: 0.15, escaped: 0.15 },
    forgery: { unsigned: 0.02, "wrong key": 0.02, "wrong hash": 0.02, "other body signed": 0.02 },
    verify: { lags: 0.1 },
    domain: { other: 0.02 },
    dispute: { lost: 0.02, won: 0.02 },
    refund: { failed: 0.1, "failed later": 0.1, "out of order": 0.2 },
  },
  request: {
    answer: {
      "error before": 0.02,
      "error after": 0.02,
      "hang before": 0.01,
      "hang after": 0.01,
      "cut after": 0.02,
    },
    about: { other: 0.02 },
    page: { foreign: 0.05 },
  },
  transfer: {
    outcome: {
      "at once": 0.1,
      failed: 0.1,
      "reversed later": 0.06,
      "failed, paid later": 0.06,
      otp: 0.04,
      pending: 0.04,
    },
    fee: { untold: 0.1 },
    webhook: { first: 0.1, twice: 0.1, "days late": 0.06, never: 0.1 },
    forgery: { unsigned: 0.05, "wrong key": 0.05, "wrong hash": 0.05, "other body signed": 0.05 },
    tells: { "other amount": 0.02, "other currency": 0.02, "other domain": 0.02, "other reference": 0.02 },
  },
};

export const hostileSms: SmsShares = {
  text: { spaced: 0.1, thousands: 0.1, "no cents": 0.1, "lower case": 0.1 },
  delivery: { "posted twice": 0.08, "received twice": 0.05, late: 0.08, missing: 0.03 },
};

const hostileOrder: SharesOf<typeof supplierOrderKinds> = {
  accepts: { "wrong number": 0.02, "barred number": 0.02, "lacks money": 0.02 },
  work: { slow: 0.04 },
  price: { raised: 0.02, lowered: 0.02 },
  memory: { "refusals too": 0.2 },
  queue: { waiting: 0.1 },
  ends: {
    failed: 0.08,
    "delivered, says failed": 0.03,
    "completed, later failed": 0.03,
    "failed, later completed": 0.03,
    stuck: 0.03,
    "stuck, delivered": 0.02,
    partial: 0.02,
    "unknown word": 0.02,
  },
  refund: { silent: 0.1, later: 0.2, never: 0.2 },
  lookup: { late: 0.05, never: 0.02 },
  webhook: { first: 0.08, twice: 0.1, late: 0.04, "out of order": 0.06, never: 0.08 },
};

const signedForgeries = {
  unsigned: 0.02,
  "wrong key": 0.02,
  "other body signed": 0.02,
  "other reference": 0.02,
} as const;

const hostileRequest: SharesOf<typeof supplierRequestKinds> = {
  door: { "wrong key": 0.01, "too many": 0.02 },
  answer: {
    "error before": 0.02,
    "error after": 0.02,
    "hang before": 0.01,
    "hang after": 0.02,
    "cut after": 0.02,
    drip: 0.01,
  },
  about: { "other reference": 0.01, "other number": 0.01, "other package": 0.01 },
};

export const hostileDataMart: DataMartShares = {
  order: { ...hostileOrder, forgery: signedForgeries },
  request: {
    ...hostileRequest,
    money: { text: 0.1, number: 0.1 },
    capacity: { text: 0.1, number: 0.1 },
    leavesOut: { refs: 0.1, summary: 0.1, failed: 0.1 },
  },
};

export const hostileHubnet: HubnetShares = {
  order: { ...hostileOrder, forgery: { "own reference": 0.04, "other reference": 0.04 } },
  request: {
    ...hostileRequest,
    success: { code: 0.2, "data code": 0.2, words: 0.05 },
    volume: { number: 0.1, "of 1024": 0.02 },
  },
};

export const hostileReloadly: ReloadlyShares = {
  order: { ...hostileOrder, identifier: { "one day": 0.1 }, forgery: signedForgeries },
  request: { ...hostileRequest, status: { nested: 0.3 }, numbers: { text: 0.1 } },
};
