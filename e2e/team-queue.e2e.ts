/** Two admins at the same queue: what one does is visible to the other, and neither repeats it. */
import { beforeAll, describe, expect, test } from "vitest";
import type { OrderRecord } from "#contract/order-list.ts";
import type { TestUser } from "#tools/testing/test-shop.ts";
import { desk } from "./pages.ts";
import { openOffice } from "./office.ts";
import { nextPhone } from "./stage.ts";
import { row } from "./team-queue-steps.ts";
import { sees } from "./sees.ts";

const { stage, newUser, open } = openOffice();

let esi: TestUser;

let buyer: TestUser;

let numbers = 0;

beforeAll(async () => {
  esi = await stage.shop.addUser("esi_admin", nextPhone(), "Admin");
  buyer = await newUser(1_000_000);
});

async function buy(receiver?: string): Promise<OrderRecord> {
  numbers += 1;
  const body = { packageId: "mtnup2u-1", receiver: receiver ?? `0246${String(numbers).padStart(6, "0")}` };
  return (await stage.shop.call<OrderRecord>("POST", "/order/create", body, { token: buyer.token })).body;
}

const process = (order: OrderRecord) => stage.shop.command("process_order", esi._id, { order: order.id });

describe("on a desk", () => {
  const size = desk;

  test("what a colleague has processed stays in its place, says who did it, and offers nothing more", async () => {
    const orders = [await buy(), await buy(), await buy()];
    const [first, second, third] = orders as [OrderRecord, OrderRecord, OrderRecord];
    const mine = await open("/admin/orders?order=newest", size);
    const places = () =>
      mine.page
        .locator("[data-order]")
        .evaluateAll((all) => all.map((each) => each.getAttribute("data-order")));
    await row(mine, third).waitFor();
    const before = await places();
    await row(mine, first).getByRole("checkbox").check();
    await process(first);
    await process(second);
    for (const order of [first, second]) {
      await row(mine, order).getByText("by esi_admin").waitFor();
      await sees(row(mine, order)).getAttribute("data-state").toBe("left");
      await sees(row(mine, order).getByRole("button", { name: /Process|Complete|Reject/ }))
        .count()
        .toBe(0);
    }
    expect(await places()).toEqual(before);
    // What was selected and is over is no longer part of what the bar would do.
    await mine.page.getByRole("region", { name: "Selected orders" }).waitFor({ state: "detached" });
    const { body } = await stage.shop.call<Record<string, number>>("GET", "/order/counts", undefined, {
      token: stage.shop.admin.token,
    });
    await mine.page.getByRole("button", { name: `pending ${body["pending"]}`, exact: true }).waitFor();
    await mine.page.getByRole("button", { name: "2 changed", exact: true }).click();
    await row(mine, first).waitFor({ state: "detached" });
    await sees(row(mine, third).getByRole("button", { name: "Process" }))
      .count()
      .toBe(1);
    expect(mine.problems).toEqual([]);
  });
});
