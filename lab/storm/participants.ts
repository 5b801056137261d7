/** The people of the storm: an admin, and customers who register through the API. */
import { randomBytes } from "node:crypto";
import type { SessionRecord } from "../../api/contract/sessions.ts";
import type { PackageRecord } from "../../api/contract/products.ts";
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
  const { product } = await ask<{ product: { packages: PackageRecord[] } }>(
    base,
    "POST",
    "/product/create",
    body,
    session.token,
  );
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
    const session = await ask<SessionRecord>(base, "POST", "/user/register", person);
    const credit = { chosenId: session._id, amount: opening_balance_cedis };
    await ask(base, "PUT", "/user/balance", credit, admin.session.token);
    customers.push({ session, password });
  }
  return { admin, customers };
}

export async function signIn(base: string, userPhone: string, password: string): Promise<Participant> {
  return {
    session: await ask<SessionRecord>(base, "POST", "/user/login", { userPhone, password }),
    password,
  };
}

async function ask<T>(base: string, method: string, path: string, body: unknown, token?: string): Promise<T> {
  const response = await fetch(`${base}/api${path}`, {
    method,
    headers: {
      "content-type": "application/json",
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return JSON.parse(text) as T;
}
