/** Two admins at the same queue: what one does is visible to the other, and neither repeats it. */
import { expect, test } from "vitest";
import type { OrderRecord } from "#contract/order-list.ts";
import { desk } from "./pages.ts";
import { openQueue, row } from "./team-queue-steps.ts";
import { sees } from "./sees.ts";

const { stage, open, buy, process } = openQueue();

test("what a colleague has processed stays in its place, says who did it, and offers nothing more", async () => {
  const orders = [await buy(), await buy(), await buy()];
  const [first, second, third] = orders as [OrderRecord, OrderRecord, OrderRecord];
  const mine = await open("/admin/orders?order=newest", desk);
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
    await sees(row(mine, order).getByRole("button", { name: /Process|Complete|Reject/ })).hasCount(0);
  }
  expect(await places()).toEqual(before);
  // What was selected and is over is no longer part of what the bar would do.
  await mine.page.getByRole("region", { name: "Selected orders" }).waitFor({ state: "detached" });
  const { body } = await stage.shop.as(stage.shop.admin).get<Record<string, number>>("/order/counts");
  await mine.page.getByRole("button", { name: `pending ${body["pending"]}`, exact: true }).waitFor();
  await mine.page.getByRole("button", { name: "2 changed", exact: true }).click();
  await row(mine, first).waitFor({ state: "detached" });
  await sees(row(mine, third).getByRole("button", { name: "Process" })).hasCount(1);
  expect(mine.problems).toEqual([]);
});
