/** The calls that each of the admin's pages makes when it opens, and those of its filters. */
import type { AdminShop } from "./admin-data.ts";

/** What is in braces is different for each turn, so that no call is answered from a cache. */
const pages = `
dashboard | /order/counts /order/dashboard /product /audit/books /approval
statistics | /order/statistics
orders: pending | /order/counts /order/allorders?limit=10&status=pending
orders: all | /order/counts /order/allorders?limit=50
orders: a user | /order/allorders?limit=10&search={username}
top-ups: pending | /recharge?limit=50&status=pending /recharge/momo-duplicates /approval
top-ups: history | /recharge?limit=10
top-ups: a reference | /recharge?limit=10&search={topup}
payments: not matched | /payment?limit=10&status=open /payment/rails
payments: all | /payment?limit=10
move-in | /move-in
users | /user/account-balances?limit=10
users: a name | /user/account-balances?limit=10&search={username}
a user's page | /user/{customer}/account /order/allorders?limit=10&user={customer}
a user's requests | /user/{customer}/account /recharge?limit=10&user={customer}
a user's statement | /user/{customer}/account /user/statement?limit=10&user={customer}
products | /product
other info | /extra/momo-details /approval {settings}
messages | /message?limit=10 /message/gateways
messages: an order | /message?limit=10&search={order}
messages: settings | /message/settings
audit | /audit/movements?limit=10 /audit/books
audit: 100 a page | /audit/movements?limit=100
audit: far back | /audit/movements?limit=10&cursor={far back}
audit: a user | /audit/movements?limit=10&user={customer}
audit: an admin's acts | /audit/movements?limit=10&actor={admin}
audit: refunds | /audit/movements?limit=10&kind=refund
audit: an amount | /audit/movements?limit=10&min=5&max=5
audit: large amounts | /audit/movements?limit=10&min=1000
audit: a reason | /audit/movements?limit=10&search=bundles
audit: a reference | /audit/movements?limit=10&search={order}
audit: a day | /audit/movements?limit=10&from={day}&to={day}
audit: a thread | /audit/thread/{refund}
audit: a wallet at a moment | /audit/wallet?user={customer}&at={day}T12:00:00Z
audit: acts | /audit/acts?limit=10
audit: closing of this month | /audit/closing
audit: closing of a moment | /audit/closing?from={day}&to={day}&at={day}T23:59:59Z
sales of this month | /order/sold
statistics: figures of this month | /order/period
batches | /order/batches?limit=10 /order/supplier-layout
audit: done alone | /audit/alone?from={day}&to={day}
audit: an admin's whole day | /audit/acts?limit=10&actor={admin}&from={day}&to={day}
audit: security | /audit/security?limit=10
audit: MoMo statement | /recharge/approved?from={day}&to={day}
find anything | {found}
audit: books | /audit/books /audit/verify /audit/heads`;

const day = new Date().toISOString().slice(0, 10);
/** Each card of Other Info shows who changed it last. */
const settings = ["notice", "payment%20details", "support%20links", "correction%20limit"].map(
  (kind) => `/audit/acts?limit=1&kind=${kind}`,
);

export const adminCalls = pages
  .trim()
  .split("\n")
  .map((page): [name: string, paths: (shop: AdminShop, n: number) => string[]] => {
    const [name = "", paths = ""] = page.split(" | ");
    return [name, (shop, n) => fill(paths, shop, n).split(" ")];
  });

function fill(paths: string, { customers, refunds, orders, admin }: AdminShop, n: number): string {
  const username = `user${1000 + n}`;
  const values: Record<string, string | number> = {
    username,
    topup: `T-${10_001 + n * 5}`,
    customer: customers[(n * 37) % customers.length]!,
    order: 10_000_000 + Math.floor((orders * n) / 71),
    "far back": Math.floor(orders * 1.5) + n,
    refund: refunds[n % refunds.length]!,
    settings: settings.join(" "),
    found: ["/user/account-balances", "/order/allorders", "/recharge"]
      .map((path) => `${path}?limit=6&search=${username}`)
      .join(" "),
    admin,
    day,
  };
  return paths.replace(/\{([a-z ]+)\}/g, (_, name: string) => String(values[name]));
}
