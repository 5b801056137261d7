/** The people of the storm: an admin, and customers who register through the API. */
import { randomBytes } from "node:crypto";
import type { SessionRecord } from "../../contract/sessions.ts";
import type { PackageRecord } from "../../contract/products.ts";
import { ask } from "../call.ts";
import { asApiRole } from "../../tools/database-url.ts";
import { makeAdmin, withShop } from "../../tools/admin/make-admin.ts";

export interface Participant {
  session: SessionRecord;
  password: string;
}

export interface Participants {
  admin: Participant;
  customers: Participant[];
}

export const adminLogin = { phone: "0240000001", password: randomBytes(12).toString("hex") };
const opening_balance_cedis = 2000;

/** @returns the id of the package, as offerPackage does */
export async function openShop(ownerUrl: string, base: string): Promise<string> {
  await withShop(asApiRole(ownerUrl), (shop) => makeAdmin(shop, adminLogin));
  return offerPackage(base);
}

/** @returns the id of the package that all customers buy */
export async function offerPackage(base: string): Promise<string> {
  const { session } = await signIn(base, adminLogin.phone, adminLogin.password);
  const offer = { offer: "1 GB", priceCustomer: "4.80", priceAgent: "4.60", priceSAg: "4.50" };
  const body = { network: "MTNup2u", packages: [offer] };
  const { product } = await ask<{ product: { packages: PackageRecord[] } }>(base, {
    method: "POST",
    path: "/product/create",
    body,
    token: session.token,
  });
  return product.packages[0]?._id ?? "";
}

/**
 * Signs in the admin and registers new customers with money in their wallets.
 * @param first number of the first customer, which must be unused
 */
export async function registerParticipants(
  base: string,
  count: number,
  first: number,
): Promise<Participants> {
  const admin = await signIn(base, adminLogin.phone, adminLogin.password);
  const customers: Participant[] = [];
  for (let number = first; number < first + count; number += 1) {
    const phone = `0241${String(number).padStart(6, "0")}`;
    const password = randomBytes(12).toString("hex");
    const person = { username: `customer${number}`, phone, email: `customer${number}@example.com`, password };
    const session = await ask<SessionRecord>(base, { method: "POST", path: "/user/register", body: person });
    const credit = { chosenId: session._id, amount: opening_balance_cedis };
    await ask(base, { method: "PUT", path: "/user/balance", body: credit, token: admin.session.token });
    customers.push({ session, password });
  }
  return { admin, customers };
}

export async function signIn(base: string, userPhone: string, password: string): Promise<Participant> {
  const body = { userPhone, password };
  return { session: await ask<SessionRecord>(base, { method: "POST", path: "/user/login", body }), password };
}
