/** A Paystack account on loopback that behaves as documented, including the worst that the documents allow. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { DoubleClock } from "../clock.ts";
import { answerBadGateway, listenOnLoopback, readBody } from "../loopback.ts";
import { Aftermath } from "./aftermath.ts";
import { type Account, answerCall } from "./api.ts";
import type { PaymentFate, PaystackShares, RequestFate, TransferFate } from "./fates.ts";
import type { Payment } from "./payment.ts";
import { forgeWebhook, type PaystackJournal, type RequestEntry } from "./webhooks.ts";
import { type Transfer, Transfers } from "./transfers.ts";
import { PaystackWorld } from "./world.ts";
import { escapeHtml, htmlPage } from "../html.ts";

export interface PaystackOptions {
  seed: number;
  /** A key that begins with sk_live_ makes it a live account, any other one a test account. */
  secretKey: string;
  webhookUrl: string;
  /** Without it, the double has a clock of its own that stands still. */
  clock?: DoubleClock;
  shares?: PaystackShares;
  /** Lets the last two digits of the payer's number choose what happens (fateByEnding). */
  phonesChoose?: boolean;
  /** What the rail owes the shop already, in pesewas. */
  opening?: number | undefined;
  /** Payments get ids above it, so that those of an earlier double do not come again. */
  firstId?: number | undefined;
  /** How long a customer thinks. */
  react_ms?: { min: number; max: number } | undefined;
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
  const { seed, secretKey, webhookUrl, shares = {}, phonesChoose = false, port = 0 } = options;
  const { opening, firstId, react_ms } = options;
  const clock = options.clock ?? new DoubleClock();
  const journal: PaystackJournal = { requests: [], webhooks: [] };
  const ending = new AbortController();
  const isLive = secretKey.startsWith("sk_live_");
  const line = { clock, url: webhookUrl, secretKey, isLive, journal, signal: ending.signal };
  const world = new PaystackWorld({ seed, shares, phonesChoose, line, opening, firstId, react_ms });
  const aftermath = new Aftermath(world);
  const transfers = new Transfers(world, shares);
  const account: Account = { world, aftermath, transfers, secretKey, url: "" };
  const server = await listenOnLoopback((request, response) => {
    void serve(account, journal, request, response).catch((error: unknown) => {
      console.error(error);
      response.destroy();
    });
  }, port);
  account.url = server.url;
  return {
    url: server.url,
    clock,
    journal,
    payments: world.payments,
    transfers: transfers.all,
    balance: () => world.balance,
    forceNext: (fate) => world.forceNext(fate),
    forceNextTransfer: (fate) => transfers.forceNext(fate),
    forcePhone: (phone, fate) => world.forcePhone(phone, fate),
    forceRequest: (path, fate) => world.forceRequest(path, fate),
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

async function serve(
  account: Account,
  journal: PaystackJournal,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = "GET", headers } = request;
  const url = new URL(request.url ?? "/", account.url);
  const body = await readBody(request);
  const accessCode = /^\/checkout\/(\w+)$/.exec(url.pathname)?.[1];
  if (accessCode !== undefined) {
    const choice = method === "POST" ? (new URLSearchParams(body).get("choice") ?? "") : undefined;
    const { status, html, location } = await checkoutPage(account.world, accessCode, choice);
    response.writeHead(status, { "content-type": "text/html", ...(location !== undefined && { location }) });
    response.end(html);
    return;
  }
  const { clock } = account.world;
  const entry: RequestEntry = {
    at_ms: clock.now_ms,
    method,
    path: url.pathname + url.search,
    body,
    outcome: "hung",
  };
  journal.requests.push(entry);
  const fate = account.world.requestFate(url.pathname);
  const { answer } = fate;
  if (answer === "hang before") return;
  if (answer === "error before") return fail(entry, response);
  const { authorization, "content-type": contentType } = headers;
  const result = await answerCall(account, { method, url, authorization, contentType, body, fate });
  if (answer === "hang after") return;
  if (answer === "error after") return fail(entry, response);
  if (answer === "cut after") {
    entry.outcome = "cut";
    response.destroy();
    return;
  }
  entry.outcome = result.status;
  response.writeHead(result.status, { "content-type": "application/json" }).end(JSON.stringify(result.body));
}

/** A proxy answers for the server behind it, with HTML. */
function fail(entry: RequestEntry, response: ServerResponse): void {
  entry.outcome = 502;
  answerBadGateway(response);
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
