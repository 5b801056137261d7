/** When all orders have ended: nobody was charged for nothing, nothing was given away, and the books agree with everybody. */
import { floatOf } from "../../../contract/terms/fulfilment.ts";
import type { Pesewas } from "../../../contract/terms/money.ts";
import type { OrderStatus } from "../../../contract/terms/statuses.ts";
import { bookFaults, walletFaults } from "../payments/books.ts";
import type { StormedShop } from "../stormed-shop.ts";
import { opening, stormedSupplier, type SupplierStage } from "./stormed-suppliers.ts";
import { isExplained, isLie, isServed, readAttempts, surplusOf, type TrueAttempt } from "./supplier-truth.ts";

interface OrderRow {
  id: number;
  user: string;
  amount: Pesewas;
  status: OrderStatus;
  isVoucher: boolean;
}

export async function endOf(
  stage: SupplierStage,
): Promise<{ faults: string[]; counts: [what: string, count: number][] }> {
  const { shop, bought, shoppers } = stage;
  const attempts = await readAttempts(stage);
  const orders = await shop.query<OrderRow>(
    `select id, user_id as "user", amount, status, network = 'WAEC' as "isVoucher" from ledger."order"`,
  );
  const byOrder = Map.groupBy(attempts, ({ order }) => order);
  const ends = orders
    .filter(({ isVoucher }) => !isVoucher)
    .map(({ id, status }) => ({ id, end: endFor(status, byOrder.get(id) ?? []) }));
  const due = new Map(shoppers.map(({ user }) => [user, opening.wallet as Pesewas]));
  for (const { user, amount, status } of orders)
    if (status !== "rejected") due.set(user, (due.get(user) ?? 0) - amount);
  const known = new Set(bought.map(({ id }) => id));
  const faults = [
    ...orders
      .filter(({ id }) => !known.has(id))
      .map(({ id }) => `order ${id}: doubled: nobody has asked for it`),
    ...(orders.length < bought.length
      ? [`lost: ${bought.length} orders were taken, ${orders.length} are there`]
      : []),
    ...ends.flatMap(({ id, end }) => (end in expected ? [] : [`order ${id}: ${end}`])),
    ...attempts
      .filter(({ state, cost }) => state === "delivered" && cost === null)
      .map(({ order }) => `order ${order}: lost: it was delivered, and the books have no cost of it`),
    ...(await voucherFaults(shop)),
    ...(await walletFaults(shop, due)),
    ...(await floatFaults(stage, attempts)),
    ...(await bookFaults(shop)),
  ];
  const counts = Object.keys(expected).map((what): [string, number] => [
    what,
    ends.filter(({ end }) => end === what).length,
  ]);
  const vouchers = orders.filter(({ isVoucher, status }) => isVoucher && status === "completed").length;
  const twice = [...byOrder.values()].filter((its) => its.filter(isServed).length > 1).length;
  return {
    faults,
    counts: [
      ...counts,
      ["numbers served twice, because a supplier said no and delivered", twice],
      ["vouchers sold from the stock", vouchers],
    ],
  };
}

/** How an order may end. The last two are what a supplier's word can do to a shop. */
const expected = {
  "orders served and charged": true,
  "orders refunded, and not served": true,
  "orders refunded, because the supplier said no and had delivered": true,
  "orders charged, because the supplier said yes and took it back": true,
};

function endFor(
  status: OrderStatus,
  attempts: readonly TrueAttempt[],
): keyof typeof expected | `wrong: ${string}` {
  const served = attempts.filter(isServed);
  if (status === "completed") {
    if (served.length > 0) return "orders served and charged";
    const isTakenBack = attempts.some(({ done }) => done?.fate.ends === "completed, later failed");
    return isTakenBack
      ? "orders charged, because the supplier said yes and took it back"
      : "wrong: charged, not served";
  }
  if (status !== "rejected") return `wrong: it is ${status} in the end`;
  if (served.length === 0) return "orders refunded, and not served";
  if (served.every(isLie)) return "orders refunded, because the supplier said no and had delivered";
  return "wrong: refunded, and served";
}

/** Each sold voucher is one of the stock, and its buyer has no other one. */
async function voucherFaults(shop: StormedShop): Promise<string[]> {
  const rows = await shop.query<{ id: number; status: string }>(
    `select o.id, o.status from ledger."order" o left join shop.voucher_stock s on s.order_id = o.id
     left join shop.order_detail d on d.order_id = o.id
     where o.network = 'WAEC' and (o.status <> 'completed' or s.id is null or d.voucher is distinct from s.sealed)`,
  );
  const [stray] = await shop.query<{ count: number }>(
    `select count(*) as count from shop.voucher_stock s left join ledger."order" o on o.id = s.order_id
     where s.order_id is not null and o.status is distinct from 'completed'`,
  );
  return [
    ...rows.map(({ id, status }) => `order ${id}: lost: it is ${status}, and its voucher is not the stock's`),
    ...(Number(stray?.count) > 0 ? [`lost: ${stray?.count} vouchers are reserved for nobody`] : []),
  ];
}

/** What the books say that a supplier holds is its own balance, but for what the shop could not hear. */
async function floatFaults(
  { shop, doubles }: SupplierStage,
  attempts: readonly TrueAttempt[],
): Promise<string[]> {
  const houses = await shop.query<{ name: string; balance: Pesewas }>(
    "select name, balance from ledger.house_account",
  );
  const inBooks = new Map(houses.map(({ name, balance }) => [name, 0 - balance]));
  const faults = [...doubles].flatMap(([name, double]) => {
    const { opening: paidIn, costOf } = stormedSupplier(name);
    const charged = [...double.orders.values()].filter(({ isRefunded }) => !isRefunded);
    const own = paidIn - charged.reduce((sum, { price }) => sum + price, 0);
    // Its own balance, in cedis, and with the listed price where no answer names another one.
    const held = opening.supplier - charged.reduce((sum, order) => sum + costOf(order), 0);
    const explained = attempts
      .filter((one) => one.supplier === name && isExplained(one))
      .reduce((sum, one) => sum + surplusOf(one), 0);
    const books = inBooks.get(floatOf(name)) ?? 0;
    return [
      ...(double.balance() === own ? [] : [`lost: ${name} holds ${double.balance()} and not ${own}`]),
      ...(books + explained === held
        ? []
        : [`lost: ${name} holds ${held}, and the books have ${books}; only ${explained} of it is explained`]),
    ];
  });
  const [left] = await shop.query<{ cost: Pesewas }>(
    "select coalesce(sum(cost), 0)::bigint as cost from shop.voucher_stock where order_id is null",
  );
  const [all] = await shop.query<{ sum: Pesewas }>(
    `select ((select sum(balance) from ledger.wallet) + (select sum(balance) from ledger.house_account))::bigint as sum`,
  );
  const stock = inBooks.get(floatOf("stock")) ?? 0;
  return [
    ...faults,
    ...(stock === left?.cost ? [] : [`lost: the stock is worth ${left?.cost}, and the books have ${stock}`]),
    ...(all?.sum === 0 ? [] : [`broken: all accounts sum to ${all?.sum}`]),
  ];
}
