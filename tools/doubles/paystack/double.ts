/** A Paystack account on loopback that behaves as documented, including the worst that the documents allow. */
import type { ServerResponse } from "node:http";
import { DoubleClock } from "../clock.ts";
import { serveDouble } from "../server.ts";
import { Aftermath } from "./aftermath.ts";
import { type Account, answerCall } from "./api.ts";
import type { PaymentFate, RequestFate, TransferFate } from "./fates.ts";
import type { Payment } from "./payment.ts";
import { forgeWebhook, type PaystackJournal } from "./webhooks.ts";
import { type Transfer, Transfers } from "./transfers.ts";
import { PaystackWorld, type WorldOptions } from "./world.ts";
import { escapeHtml, htmlPage } from "../html.ts";

export interface PaystackOptions extends WorldOptions {
  /** A key that begins with sk_live_ makes it a live account, any other one a test account. */
  secretKey: string;
  webhookUrl: string;
  /** Without it, the double has a clock of its own that stands still. */
  clock?: DoubleClock;
  /** 0 for any free one. */
  port?: number;
}

export interface PaystackDouble {
  url: string;
  clock: DoubleClock;
  journal: PaystackJournal;
  /** The truth about every payment, by reference. */
  payments: ReadonlyMap<string, Payment>;
  /** The truth about everything that was paid out, by reference. */
  transfers: ReadonlyMap<string, Transfer>;
  /** What the rail owes the shop, in pesewas: all that was paid, less fees, refunds, lost disputes and payouts. */
  balance(): number;
  /** Sets the fate of the next payment. Can be called several times, for the ones after it. */
  forceNext(fate: Partial<PaymentFate>): void;
  /** The same for the next transfer. */
  forceNextTransfer(fate: Partial<TransferFate>): void;
  forcePhone(phone: string, fate: Partial<PaymentFate>): void;
  /** Sets the fate of the next request whose path begins so. */
  forceRequest(path: string, fate: Partial<RequestFate>): void;
  /** The customer acts. @throws {Refusal} if the reference is unknown */
  approve(reference: string): Promise<boolean>;
  decline(reference: string): void;
  voucherOf(reference: string): string;
  dispute(reference: string, outcome: "lost" | "won"): void;
  /** Pays out the balance to the shop's bank account. */
  settle(): void;
  /** An attacker's webhook, sent at once. */
  forge(event: string, data: object, forgery: Exclude<PaymentFate["forgery"], "none">): Promise<void>;
  close(): Promise<void>;
}

export async function startPaystackDouble(options: PaystackOptions): Promise<PaystackDouble> {
  const { seed, secretKey, webhookUrl, shares = {}, port } = options;
  const clock = options.clock ?? new DoubleClock();
  const journal: PaystackJournal = { requests: [], webhooks: [] };
  const ending = new AbortController();
  const isLive = secretKey.startsWith("sk_live_");
  const line = { clock, url: webhookUrl, secretKey, isLive, journal, signal: ending.signal };
  const world = new PaystackWorld(options, line);
  const aftermath = new Aftermath(world);
  const transfers = new Transfers(world, shares.transfer ?? {}, seed + 2);
  const account: Account = { world, aftermath, transfers, secretKey, url: "" };
  const server = await serveDouble<RequestFate>({
    clock,
    journal,
    port,
    fates: world.requestFates,
    answer: (request) => answerCall(account, request),
    page: (request, response) => servePage(world, request, response),
  });
  account.url = server.url;
  return {
    url: server.url,
    clock,
    journal,
    payments: world.payments,
    transfers: transfers.all,
    balance: () => world.balance,
    forceNext: (fate) => world.forceNext(fate),
    forceNextTransfer: (fate) => transfers.fates.force(fate),
    forcePhone: (phone, fate) => world.forcePhone(phone, fate),
    forceRequest: (path, fate) => world.requestFates.force(fate, path),
    approve: (reference) => world.approve(world.find(reference)),
    decline: (reference) => world.decline(world.find(reference), "Transaction declined by customer"),
    voucherOf: (reference) => world.find(reference).voucher,
    dispute: (reference, outcome) => aftermath.dispute(world.find(reference), outcome),
    settle: () => world.settle(),
    forge: (event, data, forgery) => forgeWebhook(line, { event, reference: "", data }, forgery),
    async close() {
      ending.abort();
      await server.close();
      await clock.idle();
    },
  };
}

/** @returns whether somebody asked for the page of a payment */
async function servePage(
  world: PaystackWorld,
  { method, url, body }: { method: string; url: URL; body: string },
  response: ServerResponse,
): Promise<boolean> {
  const accessCode = /^\/checkout\/(\w+)$/.exec(url.pathname)?.[1];
  if (accessCode === undefined) return false;
  const choice = method === "POST" ? (new URLSearchParams(body).get("choice") ?? "") : undefined;
  const { status, html, location } = await checkoutPage(world, accessCode, choice);
  response.writeHead(status, { "content-type": "text/html", ...(location !== undefined && { location }) });
  response.end(html);
  return true;
}

/** The hosted page of /transaction/initialize, on which a person can pay with play money. */
interface PageAnswer {
  status: number;
  html?: string;
  location?: string;
}

/** @param choice what the person has pressed; undefined for the page itself */
async function checkoutPage(
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
