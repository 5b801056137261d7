/** The shop that a storm of suppliers begins with: packages and where they can be had, vouchers, and money at each supplier. */
import { randomUUID } from "node:crypto";
import type { PackageRecord } from "../../../contract/products.ts";
import type { Route } from "../../../contract/terms/fulfilment.ts";
import type { StormedShop } from "../stormed-shop.ts";
import { goods, opening, stormedSuppliers, type SupplierStage } from "./stormed-suppliers.ts";

const vouchers_at_once = 500;
/** What each costs the shop. */
const voucher_cedis = 15;

/** The ids of packages. */
export interface Offered {
  /** Data and airtime. */
  goods: string[];
  voucher: string;
}

export async function openSuppliedShop({ shop }: SupplierStage): Promise<Offered> {
  const token = await shop.signInAdmin();
  const send = <T>(method: "POST" | "PUT", path: string, body: object) =>
    shop.ask<T>(token, { method, path, body, key: randomUUID() });
  const sell = async (network: string, offers: Record<string, Route[]>) => {
    const prices = { priceCustomer: "30.00", priceAgent: "29.00", priceSAg: "28.00" };
    const packages = Object.keys(offers).map((offer) => ({ offer, ...prices }));
    const { product } = await send<{ product: { packages: PackageRecord[] } }>("POST", "/product/create", {
      network,
      packages,
    });
    for (const { _id, offer } of product.packages)
      await send("PUT", "/supplier/routes", { package: _id, routes: offers[offer] });
    return product.packages.map(({ _id }) => _id);
  };
  const paid = { from: "owner", amount: opening.supplier / 100, reason: "paid in" };
  for (const { name, priceList } of stormedSuppliers) {
    if (priceList) await send("PUT", `/supplier/${name}/prices`, { prices: priceList });
    await send("POST", `/supplier/${name}/fund`, paid);
  }
  const offered: string[] = [];
  for (const { network, offers } of goods) offered.push(...(await sell(network, offers)));
  const [voucher = ""] = await sell("WAEC", { Voucher: [{ supplier: "stock", code: "" }] });
  return { goods: offered, voucher };
}

export async function importVouchers(
  shop: StormedShop,
  package_: string,
  from: number,
  to: number,
): Promise<void> {
  for (let first = from; first < to; first += vouchers_at_once) {
    const token = await shop.signInAdmin();
    const numbers = Array.from({ length: Math.min(vouchers_at_once, to - first) }, (_, n) => first + n);
    const vouchers = numbers.map((n) => ({ pin: `${5_000_000 + n}`, serial: `S${n}` }));
    const body = { package: package_, cost: voucher_cedis, vouchers };
    await shop.ask(token, { method: "POST", path: "/supplier/vouchers", body });
    const paid = { from: "owner", amount: vouchers.length * voucher_cedis, reason: "vouchers" };
    await shop.ask(token, { method: "POST", path: "/supplier/stock/fund", body: paid, key: randomUUID() });
  }
}
