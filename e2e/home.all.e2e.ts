/** The home page on a desk, where it has two columns. */
import { expect, test } from "vitest";
import { desk, phone, settled } from "./pages.ts";
import { nextPhone, openCustomer, openStage } from "./stage.ts";
import { sees } from "./sees.ts";

const stage = openStage();

test.each([0, 1, 3])("after %d purchases both columns of a desk end at the same height", async (bought) => {
  const { shop } = stage;
  const user = await shop.addUser(`d${nextPhone()}`, nextPhone(), "Customer", 100_000);
  for (let n = 0; n < bought; n++) {
    await shop.buy(user, "mtnup2u-1", `024412345${n}`);
  }
  for (const size of [desk, { width: 1920, height: 1080 }]) {
    const { page } = await stage.pages.openAs(user, "/home", size);
    const left = page.getByRole("group", { name: "Sales this month" });
    const right =
      bought === 0
        ? page.getByText("Nothing bought yet").locator("..")
        : page.getByRole("region", { name: "Buy again" });
    await right.waitFor();
    await settled(page);
    const [sales, again] = [await left.boundingBox(), await right.boundingBox()];
    if (sales === null || again === null) throw new Error("The columns are not shown");
    expect(Math.abs(sales.y + sales.height - again.y - again.height)).toBeLessThan(1);
    expect(again.x).toBeGreaterThan(sales.x + sales.width);
  }
});

test("a phone does not invite to buy below the networks, which do that already", async () => {
  const { page } = await openCustomer(0, "/home", phone);
  await page.getByRole("navigation", { name: "Networks" }).waitFor();
  await settled(page);
  await sees(page.getByText("Nothing bought yet")).isVisible().toBe(false);
});
