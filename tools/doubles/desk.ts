/** The rails and suppliers on loopback, with a page where a developer acts as the customer and as the supplier. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { DoubleClock } from "./clock.ts";
import { type DataMartDouble, startDataMartDouble } from "./datamart/double.ts";
import {
  hostileDataMart,
  hostileHubnet,
  hostilePaystack,
  hostileReloadly,
  hostileSms,
} from "./hostile-shares.ts";
import { escapeHtml, form, htmlPage, htmlTable } from "./html.ts";
import { type HubnetDouble, startHubnetDouble } from "./hubnet/double.ts";
import { listenOnLoopback, readBody } from "./loopback.ts";
import { type PaystackDouble, startPaystackDouble } from "./paystack/double.ts";
import { type ReloadlyDouble, startReloadlyDouble } from "./reloadly/double.ts";
import { SmsPhone } from "./sms-phone/phone.ts";
import { type PlayedSupplier, supplierSection } from "./supplier/desk-section.ts";

/** They open nothing but this play money, so a developer can keep them in a shop's settings. */
export const playKeys = {
  secretKey: "sk_test_play_money",
  signingKey: "play-money-signing-key",
  dataMartKey: "play-money-datamart-key",
  dataMartWebhookSecret: "play-money-datamart-webhook-secret",
  hubnetKey: "play-money-hubnet-key",
  reloadlyId: "play-money-reloadly-id",
  reloadlySecret: "play-money-reloadly-secret",
  reloadlyWebhookSecret: "play-money-reloadly-webhook-secret",
};

interface DeskOptions {
  /** Of the page; Paystack, DataMart, Hubnet and Reloadly get the four after it. 0 for any free ones. */
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
  dataMartWebhookSecret: string;
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
  /** Without it, there is no Hubnet. */
  hubnet?: { key: string; opening?: number };
  /** Without it, there is no Reloadly. */
  reloadly?: ReloadlyAccount;
}

interface ReloadlyAccount {
  clientId: string;
  clientSecret: string;
  /** Without it, Reloadly sends no webhooks. */
  webhook?: { url: string; secret: string } | undefined;
  currency?: "USD" | "GHS";
  /** In hundredths of the currency. */
  opening?: number;
}

/** In hundredths of a supplier's currency. */
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
  const suppliers = await openSuppliers(options, clock);
  const desk: Desk = { paystack, phone, ...suppliers };
  const page = await listenOnLoopback((request, response) => void serve(desk, request, response), port);
  const stopClock = clock.follow(options.speed);
  return {
    ...desk,
    url: page.url,
    async close() {
      stopClock();
      const played = playedAt(desk).map(([, supplier]) => supplier.close());
      await Promise.all([page.close(), paystack.close(), phone.close(), ...played]);
    },
  };
}

async function openSuppliers(options: DeskOptions, clock: DoubleClock): Promise<Suppliers> {
  const { port, seed, isHostile, customersAct = false, firstId, hubnet, reloadly } = options;
  const sharesOf = <T>(hostile: T) =>
    isHostile ? hostile : customersAct ? {} : { order: { ends: { stuck: 1 } } };
  const deliver_ms = customersAct ? soon_ms : undefined;
  const common = (place: number, opening = usualOpening) => ({
    seed,
    clock,
    firstId,
    deliver_ms,
    opening,
    phonesChoose: true,
    port: port === 0 ? 0 : port + place,
  });
  const dataMart = await startDataMartDouble({
    ...common(2, options.dataMartOpening),
    apiKey: options.dataMartKey,
    webhook:
      options.dataMartWebhook === undefined
        ? undefined
        : { url: options.dataMartWebhook, secret: options.dataMartWebhookSecret },
    shares: sharesOf(hostileDataMart),
  });
  return {
    dataMart,
    hubnet:
      hubnet &&
      (await startHubnetDouble({ ...common(3, hubnet.opening), ...hubnet, shares: sharesOf(hostileHubnet) })),
    reloadly:
      reloadly &&
      (await startReloadlyDouble({
        ...common(4),
        ...reloadly,
        shares: sharesOf(hostileReloadly),
      })),
  };
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
interface Desk extends Suppliers {
  paystack: PaystackDouble;
  phone: SmsPhone;
}

interface Suppliers {
  dataMart: DataMartDouble;
  hubnet: HubnetDouble | undefined;
  reloadly: ReloadlyDouble | undefined;
}

/** By the names that the page has for them. */
function playedAt({ dataMart, hubnet, reloadly }: Suppliers): [name: string, supplier: PlayedSupplier][] {
  const currency = { code: "GHS" };
  return [
    ["DataMart", { ...dataMart, currency }],
    ...(hubnet ? [["Hubnet", { ...hubnet, currency }] as [string, PlayedSupplier]] : []),
    ...(reloadly ? [["Reloadly", reloadly] as [string, PlayedSupplier]] : []),
  ];
}

function deskPage(desk: Desk): string {
  const { paystack, phone } = desk;
  return htmlPage(
    "Doubles",
    `<p><a href="/">Reload</a> · ${escapeHtml(paystack.clock.text())}</p>
<h2>Paystack</h2>
<p>Balance: GHS ${cedis(paystack.balance())}</p>
${form({ do: "settle" }, "Pay out the balance")}
${paymentsOf(paystack)}
<h3>Webhooks</h3>
${htmlTable(
  ["time", "event", "transaction", "attempt", "answer"],
  paystack.journal.webhooks
    .toReversed()
    .map((one) => [timeOf(one.at_ms), one.event, one.reference, String(one.attempt), String(one.outcome)]),
)}
${playedAt(desk)
  .map(([name, supplier]) => supplierSection(name, supplier))
  .join("\n")}
<h2>The shop's phone</h2>
<p>MTN: GHS ${cedis(phone.balanceOf("mtn"))} · Telecel: GHS ${cedis(phone.balanceOf("telecel"))}</p>
${smsForm}
${form({ do: "offline" }, "Go offline")}${form({ do: "online" }, "Go online")}
<h3>Forwarded</h3>
${htmlTable(
  ["time", "message", "attempt", "answer"],
  phone.posts
    .toReversed()
    .map((one) => [timeOf(one.at_ms), one.message, String(one.attempt), String(one.outcome)]),
)}`,
  );
}

/** Does what a form of the page asks for. @throws {Error} with a sentence if it cannot be done */
async function actAtDesk(desk: Desk, fields: URLSearchParams): Promise<void> {
  const { paystack, phone } = desk;
  const field = (name: string) => fields.get(name) ?? "";
  const reference = field("reference");
  const supplier = () => {
    const found = playedAt(desk).find(([name]) => name === field("supplier"));
    if (!found) throw new Error("There is no such supplier.");
    return found[1];
  };
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
      return supplier().deliver(reference);
    case "fail":
      return supplier().fail(reference);
    case "refund":
      return supplier().refund(reference);
    case "top-up":
      supplier().topUp(hundredthsOf(field("amount")));
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
  const amount = hundredthsOf(field("amount"));
  const network = field("network") === "telecel" ? "telecel" : "mtn";
  const [name, payer, reference] = [field("name"), field("payer"), field("typed")];
  const payment = { network, amount, name, payer, reference } as const;
  if (field("kind") === "person" || field("kind") === "sender")
    phone.receiveForged(payment, field("kind") === "person" ? "person" : "sender");
  else if (field("kind") === "sent") phone.send(payment);
  else phone.receive(payment);
}

function hundredthsOf(typed: string): number {
  const amount = Math.round(Number(typed) * 100);
  if (!(amount > 0)) throw new Error("The amount must be more than 0.");
  return amount;
}

function paymentsOf(paystack: PaystackDouble): string {
  const newest = [...paystack.payments.values()].toReversed();
  const actions = (reference: string, isPaid: boolean) =>
    isPaid
      ? form({ do: "dispute", reference }, "Dispute")
      : form({ do: "approve", reference }, "Approve") + form({ do: "decline", reference }, "Decline");
  return htmlTable(
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

function timeOf(at_ms: number): string {
  return new Date(at_ms).toISOString().slice(11, 19);
}

function cedis(pesewas: number): string {
  return (pesewas / 100).toFixed(2);
}
