/** What vouchers.e2e.ts and vouchers.all.e2e.ts do on these pages. */
import { beforeAll } from "vitest";
import type { TestUser } from "#tools/testing/test-shop.ts";
import { openStage } from "./stage.ts";

/** A shop that sells vouchers, and a buyer. `processing` answers the numbers of new orders that are being processed. */
export function openVoucherStage() {
  const stage = openStage();
  const ama = {} as TestUser;
  beforeAll(async () => {
    Object.assign(ama, await stage.shop.addUser("ama", "0245550101", "Customer", 100_000));
    await stage.shop.addVouchers();
  });
  async function processing(...ids: string[]): Promise<string[]> {
    const made: string[] = [];
    for (const packageId of ids) {
      const { body } = await stage.shop.buy(ama, packageId);
      await stage.shop.as(stage.shop.admin).put(`/order/update-status/${body._id}`, { status: "processing" });
      made.push(body._id);
    }
    return made;
  }
  return { stage, ama, processing };
}
