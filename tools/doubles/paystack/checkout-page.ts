/** The hosted page of /transaction/initialize, on which a person can pay with play money. */
import { escapeHtml, htmlPage } from "../html.ts";
import type { Payment } from "./payment.ts";
import type { PaystackWorld } from "./world.ts";

interface PageAnswer {
  status: number;
  html?: string;
  location?: string;
}

/** @param choice what the person has pressed; undefined for the page itself */
export async function checkoutPage(
  world: PaystackWorld,
  accessCode: string,
  choice: string | undefined,
): Promise<PageAnswer> {
  const payment = [...world.payments.values()].find(({ id }) => String(id) === accessCode);
  if (!payment)
    return { status: 404, html: htmlPage("Unknown payment", "<p>This payment does not exist.</p>") };
  if (choice === undefined) return { status: 200, html: pageOf(payment) };
  if (choice === "pay") await world.approve(payment);
  if (choice === "decline") world.decline(payment, "Transaction declined by customer");
  return payment.callback_url === undefined
    ? { status: 200, html: pageOf(payment) }
    : { status: 303, location: callbackOf(payment.callback_url, payment.reference) };
}

function callbackOf(callback_url: string, reference: string): string {
  const url = new URL(callback_url);
  url.searchParams.set("trxref", reference);
  url.searchParams.set("reference", reference);
  return url.href;
}

function pageOf({ asked, reference, paid }: Payment): string {
  const buttons = `<form method="post">
    <button name="choice" value="pay">Pay with play money</button>
    <button name="choice" value="decline">Decline on the phone</button>
    <button name="choice" value="cancel">Cancel</button>
  </form>`;
  return htmlPage(
    "Checkout",
    `<p>GHS ${(asked / 100).toFixed(2)} for ${escapeHtml(reference)}</p>${paid ? "<p>Paid.</p>" : buttons}`,
  );
}
