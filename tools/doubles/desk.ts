/** Both rails and a supplier on loopback, with a page where a developer acts as the customer and as the supplier. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { DoubleClock } from "./clock.ts";
import { type DataMartDouble, startDataMartDouble } from "./datamart/double.ts";
import { hostileDataMart, hostilePaystack, hostileSms } from "./hostile-shares.ts";
import { escapeHtml, htmlPage } from "./html.ts";
import { listenOnLoopback, readBody } from "./loopback.ts";
import { type PaystackDouble, startPaystackDouble } from "./paystack/double.ts";
import { SmsPhone } from "./sms-phone/phone.ts";

/** They open nothing but this play money, so a developer can keep them in a shop's settings. */
export const playKeys = {
  secretKey: "sk_test_play_money",
  signingKey: "play-money-signing-key",
  dataMartKey: "play-money-datamart-key",
};

interface DeskOptions {
  /** Of the page; Paystack and DataMart get the two after it. 0 for any free ones. */
  port: number;
  seed: number;
  /** How many times as fast as the real time. */
  speed: number;
  /** Whether the rails behave as in a storm. Otherwise they behave well, and a person acts for the customers. */
  isHostile: boolean;
  paystackWebhook: string;
  smsWebhook: string;
  secretKey: string;
  signingKey: string;
  dataMartKey: string;
  /** Without it, DataMart sends no webhooks. */
  dataMartWebhook?: string | undefined;
  /**
   * Customers approve by themselves after some seconds, and orders are delivered, unless their numbers choose something
   * else.
   */
  customersAct?: boolean;
  /** As of the double of Paystack. */
  opening?: number;
  /** As of the doubles of Paystack and DataMart. */
  firstId?: number;
  /** The shop's balance at DataMart, in pesewas. */
  dataMartOpening?: number;
}

const usualOpening = 20_000;

const soon_ms = { min: 3000, max: 6000 };

export interface RunningDesk extends Desk {
  url: string;
  close(): Promise<void>;
}

export async function openDesk(options: DeskOptions): Promise<RunningDesk> {
  const { port, seed, isHostile, customersAct = false } = options;
  const clock = new DoubleClock(Date.now());
  const paystack = await startPaystackDouble({
    seed,
    clock,
    secretKey: options.secretKey,
    webhookUrl: options.paystackWebhook,
    shares: isHostile ? hostilePaystack : customersAct ? {} : { payment: { customer: { waits: 1 } } },
    react_ms: customersAct ? soon_ms : undefined,
    opening: options.opening,
    firstId: options.firstId,
    phonesChoose: true,
    port: port === 0 ? 0 : port + 1,
  });
  const phone = new SmsPhone({
    seed,
    clock,
    signingKey: options.signingKey,
    webhookUrl: options.smsWebhook,
    shares: isHostile ? hostileSms : {},
  });
  const dataMart = await openDataMart(options, clock);
  const desk: Desk = { paystack, dataMart, phone };
  const page = await listenOnLoopback((request, response) => void serve(desk, request, response), port);
  const stopClock = clock.follow(options.speed);
  return {
    ...desk,
    url: page.url,
    async close() {
      stopClock();
      await Promise.all([page.close(), paystack.close(), dataMart.close(), phone.close()]);
    },
  };
}

function openDataMart(options: DeskOptions, clock: DoubleClock): Promise<DataMartDouble> {
  const { port, seed, isHostile, customersAct = false, firstId } = options;
  return startDataMartDouble({
    seed,
    clock,
    apiKey: options.dataMartKey,
    webhookUrl: options.dataMartWebhook,
    shares: isHostile ? hostileDataMart : customersAct ? {} : { order: { ends: { stuck: 1 } } },
    deliver_ms: customersAct ? soon_ms : undefined,
    opening: options.dataMartOpening ?? usualOpening,
    firstId,
    phonesChoose: true,
    port: port === 0 ? 0 : port + 2,
  });
}

async function serve(desk: Desk, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    if (request.method === "POST") {
      await actAtDesk(desk, new URLSearchParams(await readBody(request)));
      response.writeHead(303, { location: "/" }).end();
    } else response.writeHead(200, { "content-type": "text/html" }).end(deskPage(desk));
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    const html = htmlPage("This cannot be done", `<p>${escapeHtml(text)}</p><p><a href="/">Back</a></p>`);
    response.writeHead(400, { "content-type": "text/html" }).end(html);
  }
}

/** The page of npm run doubles, on which one person is the customer, the supplier, the networks and the scammer. */
interface Desk {
  paystack: PaystackDouble;
  dataMart: DataMartDouble;
  phone: SmsPhone;
}

const rows_max = 30;

function deskPage({ paystack, dataMart, phone }: Desk): string {
  return htmlPage(
    "Doubles",
    `<p><a href="/">Reload</a> · ${escapeHtml(paystack.clock.text())}</p>
<h2>Paystack</h2>
<p>Balance: GHS ${cedis(paystack.balance())}</p>
${form("settle", "", "Pay out the balance")}
${paymentsOf(paystack)}
<h3>Webhooks</h3>
${table(
  ["time", "event", "transaction", "attempt", "answer"],
  paystack.journal.webhooks
    .toReversed()
    .map((one) => [timeOf(one.at_ms), one.event, one.reference, String(one.attempt), String(one.outcome)]),
)}
<h2>DataMart</h2>
<p>Balance: GHS ${cedis(dataMart.balance())}</p>
${topUpForm}
${ordersOf(dataMart)}
<h2>The shop's phone</h2>
<p>MTN: GHS ${cedis(phone.balanceOf("mtn"))} · Telecel: GHS ${cedis(phone.balanceOf("telecel"))}</p>
${smsForm}
${form("offline", "", "Go offline")}${form("online", "", "Go online")}
<h3>Forwarded</h3>
${table(
  ["time", "message", "attempt", "answer"],
  phone.posts
    .toReversed()
    .map((one) => [timeOf(one.at_ms), one.message, String(one.attempt), String(one.outcome)]),
)}`,
  );
}

/** Does what a form of the page asks for. @throws {Error} with a sentence if it cannot be done */
async function actAtDesk({ paystack, dataMart, phone }: Desk, fields: URLSearchParams): Promise<void> {
  const field = (name: string) => fields.get(name) ?? "";
  const reference = field("reference");
  switch (field("do")) {
    case "approve":
      await paystack.approve(reference);
      return;
    case "decline":
      return paystack.decline(reference);
    case "dispute":
      return paystack.dispute(reference, "lost");
    case "settle":
      paystack.settle();
      return;
    case "deliver":
      return dataMart.deliver(reference);
    case "fail":
      return dataMart.fail(reference);
    case "refund":
      return dataMart.refund(reference);
    case "top-up":
      dataMart.topUp(pesewasOf(field("amount")));
      return;
    case "offline":
      return phone.goOffline();
    case "online":
      return phone.goOnline();
    case "sms":
      return receiveSms(phone, field);
    default:
      throw new Error("The page has no such form.");
  }
}

function receiveSms(phone: SmsPhone, field: (name: string) => string): void {
  const amount = pesewasOf(field("amount"));
  const network = field("network") === "telecel" ? "telecel" : "mtn";
  const [name, payer, reference] = [field("name"), field("payer"), field("typed")];
  const payment = { network, amount, name, payer, reference } as const;
  if (field("kind") === "person" || field("kind") === "sender")
    phone.receiveForged(payment, field("kind") === "person" ? "person" : "sender");
  else if (field("kind") === "sent") phone.send(payment);
  else phone.receive(payment);
}

function pesewasOf(typed: string): number {
  const amount = Math.round(Number(typed) * 100);
  if (!(amount > 0)) throw new Error("The amount must be more than 0 cedis.");
  return amount;
}

function ordersOf({ orders }: DataMartDouble): string {
  const newest = [...orders.values()].toReversed();
  return table(
    ["order", "number", "package", "state", "delivered", "refunded"],
    newest.map(({ reference, phone, network, capacity, state, delivered, isRefunded }) => [
      reference,
      phone,
      `${network} ${capacity} GB`,
      state,
      delivered,
      isRefunded ? "yes" : "no",
    ]),
    newest.map(
      ({ reference }) =>
        form("deliver", reference, "Deliver") +
        form("fail", reference, "Fail") +
        form("refund", reference, "Refund"),
    ),
  );
}

const topUpForm = `<form method="post">
  <input type="hidden" name="do" value="top-up">
  <input name="amount" aria-label="Amount in cedis" value="100.00" inputmode="decimal" size="8">
  <button>Top up</button>
</form>`;

function paymentsOf(paystack: PaystackDouble): string {
  const newest = [...paystack.payments.values()].toReversed();
  const actions = (reference: string, isPaid: boolean) =>
    isPaid
      ? form("dispute", reference, "Dispute")
      : form("approve", reference, "Approve") + form("decline", reference, "Decline");
  return table(
    ["transaction", "phone", "amount", "state", "voucher code"],
    newest.map(({ reference, phone = "hosted page", asked, stage }) => [
      reference,
      phone,
      cedis(asked),
      stage,
      stage === "otp" ? paystack.voucherOf(reference) : "",
    ]),
    newest.map(({ reference, paid }) => actions(reference, paid !== undefined)),
  );
}

const smsForm = `<form method="post">
  <input type="hidden" name="do" value="sms">
  <select name="kind" aria-label="What">
    <option value="received">A customer pays</option>
    <option value="sent">The shop pays</option>
    <option value="person">A scammer's text, from a person's number</option>
    <option value="sender">A scammer's text, with the network's name</option>
  </select>
  <select name="network" aria-label="Network"><option value="mtn">MTN</option><option value="telecel">Telecel</option></select>
  <input name="amount" aria-label="Amount in cedis" value="50.00" inputmode="decimal" size="8">
  <input name="name" aria-label="Payer's name" value="AMA OWUSU">
  <input name="payer" aria-label="Payer's number" value="233244000001">
  <input name="typed" aria-label="Reference" placeholder="Reference">
  <button>Send</button>
</form>`;

function form(action: string, reference: string, label: string): string {
  return `<form method="post"><input type="hidden" name="do" value="${action}"><input type="hidden" name="reference" value="${escapeHtml(reference)}"><button>${label}</button></form>`;
}

/** @param lastCells HTML for a last column */
function table(
  heads: readonly string[],
  rows: readonly string[][],
  lastCells: readonly string[] = [],
): string {
  const cells = rows.map((row) => row.map((text) => `<td>${escapeHtml(text)}</td>`).join(""));
  const shown = cells.map((row, index) => `<tr>${row}<td>${lastCells[index] ?? ""}</td></tr>`);
  return `<div class="scroll"><table><tr>${heads.map((head) => `<th>${head}</th>`).join("")}</tr>${shown.slice(0, rows_max).join("")}</table></div>`;
}

function timeOf(at_ms: number): string {
  return new Date(at_ms).toISOString().slice(11, 19);
}

function cedis(pesewas: number): string {
  return (pesewas / 100).toFixed(2);
}
