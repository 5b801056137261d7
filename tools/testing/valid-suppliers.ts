/** One valid request for every operation about suppliers that deliver by themselves. */
import { randomUUID } from "node:crypto";
import type { Cast, Some } from "./request-forms.ts";
import type { TestShop } from "./test-shop.ts";

/** This shop has no supplier but its stock: datamart.pg.test.ts has a shop with one. */
export function fulfilments(
  shop: TestShop,
  next: () => number,
  place: (cast: Cast) => Promise<string>,
): Some<
  | "readSuppliers"
  | "pauseSupplier"
  | "changeRoutes"
  | "fundSupplier"
  | "importVouchers"
  | "hearDataMart"
  | "listAttempts"
  | "settleAttempt"
  | "importPrices"
  | "changePriceRule"
> {
  // Several callers ask at once.
  let vouchers: Promise<string> | undefined;
  return {
    readSuppliers: () => ({ path: "/supplier" }),
    pauseSupplier: () => ({ path: "/supplier/datamart/pause", body: { isPaused: false } }),
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
    importPrices: () => ({
      path: "/supplier/datamart/prices",
      body: { prices: [{ code: `MTN ${next()}`, name: "5 GB", network: "MTN", cost: 20 }] },
    }),
    changePriceRule: () => ({
      path: "/supplier/price-rule",
      body: { unit: "cedis", priceCustomer: next(), priceAgent: 0.5, priceSAg: 0, step: 0.1 },
    }),
    hearDataMart: () => ({ path: "/supplier/datamart/webhook", body: {} }),
    listAttempts: () => ({ path: "/supplier/attempts" }),
    settleAttempt: async (cast) => {
      const order = Number(await place(cast));
      const reference = randomUUID().replaceAll("-", "").slice(0, 20);
      await shop.command("send_fulfilment", "system", {
        order,
        supplier: "datamart",
        code: "YELLO 1",
        reference,
      });
      return {
        path: "/supplier/settle",
        body: { order, attempt: 1, outcome: "refused", reason: "their support" },
      };
    },
  };
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
