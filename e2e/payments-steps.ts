/** What payments.e2e.ts and payments.all.e2e.ts do on these pages. */
import type { PaymentFate } from "#tools/doubles/paystack/fates.ts";
import { openPaystackStage, small } from "./paystack-stage.ts";
import { nextPhone, stage } from "./stage.ts";

/** Lets the shop ask now, as it would after a while. What is not decided is so old. */
export async function ask(age = "0"): Promise<void> {
  await stage.shop.pool.query(
    "update shop.charge set next_check_at = now(), created_at = created_at - $1::interval where state = 'waiting'",
    [age],
  );
}

/** `prompted`: a customer at the dialog, after the prompt was sent. */
export function openPrompts() {
  const { paystack } = openPaystackStage(3);
  async function prompted(fate: Partial<PaymentFate>, size = small) {
    const user = await stage.shop.addUser(`p${nextPhone()}`, nextPhone());
    paystack.forceNext(fate);
    const { page, problems } = await stage.pages.openAs(user, "/home/topup", size);
    await page.getByLabel("Amount").fill("60");
    await page.getByRole("button", { name: "Pay on my phone" }).click();
    const dialog = page.getByRole("dialog", { name: "Pay on your phone" });
    await dialog.getByText(user.phone.slice(0, 3)).waitFor();
    await dialog.getByRole("button", { name: "Send the prompt" }).click();
    return { user, page, dialog, problems };
  }
  return { stage, paystack, prompted };
}
