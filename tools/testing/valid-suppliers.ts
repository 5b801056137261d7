/** One valid request for every operation about suppliers that deliver by themselves. */
import { randomUUID } from "node:crypto";
import type { Cast, SomeRequests } from "./request-forms.ts";
import type { TestShop } from "./test-shop.ts";

/** This shop has no supplier but its stock: datamart.pg.test.ts has a shop with one. */
export function fulfilments(shop: TestShop, next: () => number, place: (cast: Cast) => Promise<string>) {
  // Several callers ask at once.
  let vouchers: Promise<string> | undefined;
  const sent = async (cast: Cast) => {
    const order = Number(await place(cast));
    const reference = randomUUID().replaceAll("-", "").slice(0, 20);
    const how = { supplier: "datamart", code: "YELLO 1", reference } as const;
    await shop.command("send_fulfilment", "system", { order, ...how });
    return { order, attempt: 1 };
  };
  return {
    ...settings(next),
    readSuppliers: () => ({ path: "/supplier" }),
    changeRoutes: () => ({
      path: "/supplier/routes",
      body: { package: "mtnup2u-2", routes: [{ supplier: "datamart", code: `YELLO ${next()}` }] },
    }),
    fundSupplier: () => ({
      path: "/supplier/datamart/fund",
      body: { from: "momo", amount: 100, reason: "paid in" },
    }),
    importVouchers: async () => {
      const body = {
        package: await (vouchers ??= voucherPackage(shop)),
        cost: 15,
        vouchers: [{ pin: `pin ${next()}`, serial: "s" }],
      };
      return { path: "/supplier/vouchers", body };
    },
    hearDataMart: () => ({ path: "/supplier/datamart/webhook", body: {} }),
    hearReloadly: () => ({ path: "/supplier/reloadly/webhook", body: {} }),
    hearHubnet: () => ({ path: `/supplier/hubnet/webhook/1/${"a".repeat(32)}`, body: {} }),
    listAttempts: () => ({ path: "/supplier/attempts" }),
    settleAttempt: async (cast) => ({
      path: "/supplier/settle",
      body: { ...(await sent(cast)), outcome: "refused", reason: "their support" },
    }),
    seeContradiction: async (cast) => {
      const about = await sent(cast);
      await shop.command("refuse_fulfilment", "system", { ...about, reason: "no stock" });
      await shop.command("contradict_fulfilment", "system", { ...about, said: "it was delivered" });
      return { path: "/supplier/contradiction", body: { ...about, reason: "asked" } };
    },
  } satisfies SomeRequests;
}

function settings(next: () => number) {
  return {
    pauseSupplier: () => ({ path: "/supplier/datamart/pause", body: { isPaused: false } }),
    importPrices: () => ({
      path: "/supplier/datamart/prices",
      body: { prices: [{ code: `MTN ${next()}`, name: "5 GB", network: "MTN", cost: 20 }] },
    }),
    changePriceRule: () => ({
      path: "/supplier/price-rule",
      body: { unit: "cedis", priceCustomer: next(), priceAgent: 0.5, priceSAg: 0, step: 0.1 },
    }),
    changeSupplierRules: () => ({
      path: "/supplier/rules",
      body: { refunds: ["wrong number"], floatMin: 20, hoursMin: next() % 168, vouchersMin: 3 },
    }),
  } satisfies SomeRequests;
}

async function voucherPackage(shop: TestShop): Promise<string> {
  const find = () =>
    shop.pool.query<{ id: string }>(
      "select packages -> 0 ->> 'id' as id from ledger.product where network = 'WAEC'",
    );
  const found = (await find()).rows[0];
  if (found) return found.id;
  await shop.addVouchers();
  return (await find()).rows[0]?.id ?? "";
}
