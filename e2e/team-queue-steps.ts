/** What team-queue.e2e.ts and team-queue.all.e2e.ts do on these pages. */
import { beforeAll } from "vitest";
import type { OrderRecord } from "#contract/order-list.ts";
import type { TestUser } from "#tools/testing/test-shop.ts";
import { openOffice } from "./office.ts";
import type { OpenPage } from "./pages.ts";
import { nextPhone } from "./stage.ts";

/** A second admin, and orders of one buyer. */
export function openQueue() {
  const office = openOffice();
  const { stage, newUser } = office;
  const esi = {} as TestUser;
  const buyer = {} as TestUser;
  let numbers = 0;
  beforeAll(async () => {
    Object.assign(esi, await stage.shop.addUser("esi_admin", nextPhone(), "Admin"));
    Object.assign(buyer, await newUser(1_000_000));
  });
  async function buy(receiver?: string): Promise<OrderRecord> {
    numbers += 1;
    const body = {
      packageId: "mtnup2u-1",
      receiver: receiver ?? `0246${String(numbers).padStart(6, "0")}`,
    };
    return (await stage.shop.as(buyer).post<OrderRecord>("/order/create", body)).body;
  }
  const process = (order: OrderRecord) => stage.shop.command("process_order", esi._id, { order: order.id });
  return { ...office, esi, buyer, buy, process };
}

export const row = ({ page }: OpenPage, { _id }: OrderRecord) => page.locator(`[data-order="${_id}"]`);
