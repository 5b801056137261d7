/** What buying.e2e.ts and buying.all.e2e.ts do on these pages. */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { TestUser } from "#tools/testing/test-shop.ts";
import { stage } from "./stage.ts";

export interface Order {
  _id: string;
  receiver: string;
  offer: string;
  status: string;
}

export async function ordersOf({ token }: TestUser): Promise<Order[]> {
  const { body } = await stage.shop.as({ token }).get<Order[]>("/order/allorders");
  return body;
}

export async function changeProduct(
  network: string,
  fields: (product: Product) => Partial<Product>,
): Promise<void> {
  const { body: products } = await stage.shop.call<Product[]>("GET", "/product");
  const product = products.find((each) => each.network === network);
  if (product === undefined) throw new Error(`no product for ${network}`);
  const body = { ...product, ...fields(product) };
  const token = stage.shop.admin.token;
  expect((await stage.shop.as({ token }).put(`/product/${product._id}`, body)).status).toBe(200);
}

export const dearerBy =
  (cedis: number) =>
  ({ packages }: Product): Partial<Product> => ({
    packages: packages.map((row) => ({
      ...row,
      priceCustomer: Math.round((row.priceCustomer + cedis) * 100) / 100,
    })),
  });

interface Product {
  _id: string;
  network: string;
  status: string;
  note: string;
  packages: { priceCustomer: number }[];
}

export async function choose(page: Page, number: string, offer: string): Promise<void> {
  await page.getByLabel("Beneficiary number").fill(number);
  await page.getByRole("radio", { name: new RegExp(`^${offer}`) }).check();
}

export const yes = (page: Page) =>
  page.getByRole("alertdialog").getByRole("button", { name: /^(Yes, pay|Retry)/ });
