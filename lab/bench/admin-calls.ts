/** The calls that each of the admin's pages makes when it opens, and those of its filters. */
import type { AdminShop } from "./admin-data.ts";

/** `n` is different each time, so that no call is answered from a cache. */
type Calls = (shop: AdminShop, n: number) => string[];

const customer = ({ customers }: AdminShop, n: number) => customers[(n * 37) % customers.length] ?? "";
/** Each card of Other Info shows who changed it last. */
const settings = ["notice", "payment%20details", "support%20links", "correction%20limit"];
const day = new Date().toISOString().slice(0, 10);

export const adminCalls: [page: string, calls: Calls][] = [
  ["dashboard", () => ["/order/counts", "/order/dashboard", "/product", "/audit/books", "/approval"]],
  ["statistics", () => ["/order/statistics"]],
  ["orders: pending", () => ["/order/counts", "/order/allorders?limit=10&status=pending"]],
  ["orders: all", () => ["/order/counts", "/order/allorders?limit=50"]],
  ["orders: a user", (_, n) => [`/order/allorders?limit=10&search=user${1000 + n}`]],
  ["top-ups: pending", () => ["/recharge?limit=50&status=pending", "/recharge/momo-duplicates", "/approval"]],
  ["top-ups: history", () => ["/recharge?limit=10"]],
  ["top-ups: a reference", (_, n) => [`/recharge?limit=10&search=T-${10_001 + n * 5}`]],
  ["payments: not matched", () => ["/payment?limit=10&status=open", "/payment/rails"]],
  ["payments: all", () => ["/payment?limit=10"]],
  ["move-in", () => ["/move-in"]],
  ["users", () => ["/user/account-balances?limit=10"]],
  ["users: a name", (_, n) => [`/user/account-balances?limit=10&search=user${1000 + n}`]],
  [
    "a user's page",
    (shop, n) => [
      `/user/${customer(shop, n)}/account`,
      `/order/allorders?limit=10&user=${customer(shop, n)}`,
    ],
  ],
  [
    "a user's requests",
    (shop, n) => [`/user/${customer(shop, n)}/account`, `/recharge?limit=10&user=${customer(shop, n)}`],
  ],
  [
    "a user's statement",
    (shop, n) => [`/user/${customer(shop, n)}/account`, `/user/statement?limit=10&user=${customer(shop, n)}`],
  ],
  ["products", () => ["/product"]],
  [
    "other info",
    () => ["/extra/momo-details", "/approval", ...settings.map((kind) => `/audit/acts?limit=1&kind=${kind}`)],
  ],
  ["messages", () => ["/message?limit=10", "/message/gateways"]],
  [
    "messages: an order",
    ({ orders }, n) => [`/message?limit=10&search=${10_000_000 + Math.floor((orders * n) / 71)}`],
  ],
  ["messages: settings", () => ["/message/settings"]],
  ["audit", () => ["/audit/movements?limit=10", "/audit/books"]],
  ["audit: 100 a page", () => ["/audit/movements?limit=100"]],
  [
    "audit: far back",
    ({ orders }, n) => [`/audit/movements?limit=10&cursor=${Math.floor(orders * 1.5) + n}`],
  ],
  ["audit: a user", (shop, n) => [`/audit/movements?limit=10&user=${customer(shop, n)}`]],
  ["audit: an admin's acts", ({ admin }) => [`/audit/movements?limit=10&actor=${admin}`]],
  ["audit: refunds", () => ["/audit/movements?limit=10&kind=refund"]],
  ["audit: an amount", () => ["/audit/movements?limit=10&min=5&max=5"]],
  ["audit: large amounts", () => ["/audit/movements?limit=10&min=1000"]],
  ["audit: a reason", () => ["/audit/movements?limit=10&search=bundles"]],
  [
    "audit: a reference",
    ({ orders }, n) => [`/audit/movements?limit=10&search=${10_000_000 + Math.floor((orders * n) / 71)}`],
  ],
  ["audit: a day", () => [`/audit/movements?limit=10&from=${day}&to=${day}`]],
  ["audit: a thread", ({ refunds }, n) => [`/audit/thread/${refunds[n % refunds.length]}`]],
  [
    "audit: a wallet at a moment",
    (shop, n) => [`/audit/wallet?user=${customer(shop, n)}&at=${day}T12:00:00Z`],
  ],
  ["audit: acts", () => ["/audit/acts?limit=10"]],
  ["audit: closing of this month", () => ["/audit/closing"]],
  // Until just before the day's end: all orders of the day before that moment.
  ["audit: closing of a moment", () => [`/audit/closing?from=${day}&to=${day}&at=${day}T23:59:59Z`]],
  ["sales of this month", () => ["/order/sold"]],
  ["statistics: figures of this month", () => ["/order/period"]],
  ["batches", () => ["/order/batches?limit=10", "/order/supplier-layout"]],
  ["audit: done alone", () => [`/audit/alone?from=${day}&to=${day}`]],
  [
    "audit: an admin's whole day",
    ({ admin }) => [`/audit/acts?limit=10&actor=${admin}&from=${day}&to=${day}`],
  ],
  ["audit: security", () => ["/audit/security?limit=10"]],
  ["audit: MoMo statement", () => [`/recharge/approved?from=${day}&to=${day}`]],
  [
    "find anything",
    (_, n) => [
      `/user/account-balances?limit=6&search=user${1000 + n}`,
      `/order/allorders?limit=6&search=user${1000 + n}`,
      `/recharge?limit=6&search=user${1000 + n}`,
    ],
  ],
  ["audit: books", () => ["/audit/books", "/audit/verify", "/audit/heads"]],
];
