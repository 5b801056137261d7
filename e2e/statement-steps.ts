/** What statement.e2e.ts and statement.all.e2e.ts do on these pages. */
import { stage, nextPhone } from "./stage.ts";

export const today = () => new Date().toISOString().slice(0, 10);

/** A user with a credit of ¢100.00 and purchases of ¢4.80 and ¢22.50. */
export async function addBuyer() {
  const { shop } = stage;
  const user = await shop.addUser(`s${nextPhone()}`, nextPhone(), "Customer", 10_000);
  for (const [packageId, receiver] of [
    ["mtnup2u-1", "0244123456"],
    ["mtnup2u-2", "0244123457"],
  ])
    await shop.buy(user, packageId, receiver);
  return user;
}
