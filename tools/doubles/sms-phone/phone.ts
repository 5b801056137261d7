/** The shop's phone: a mobile money wallet for each network, whose receipts arrive by SMS and are forwarded to the shop. */
import { DoubleClock } from "../clock.ts";
import { FateQueue, randomOf } from "../fate.ts";
import { type SmsFate, smsKinds, type SmsShares } from "./fates.ts";
import { Forwarder, type PostEntry, type Sms } from "./forwarder.ts";
import { type Network, type Receipt, receiptText, reversalText, senders, sentText } from "./texts.ts";

export interface SmsPhoneOptions {
  seed: number;
  signingKey: string;
  webhookUrl: string;
  /** Without it, the phone has a clock of its own that stands still. */
  clock?: DoubleClock;
  shares?: SmsShares;
  senderField?: "sender" | "phoneNumber";
}

/** One entry of the truth. Money really moved, except if it is forged. */
export interface Movement extends Receipt {
  kind: "received" | "sent" | "reversed" | "forged";
  network: Network;
  /** How the phone forwards it; "missing": never. */
  delivery: SmsFate["delivery"];
  /** For a reversal, the transaction that was taken back. */
  reverses?: string;
}

export interface Payment {
  network: Network;
  /** In pesewas. */
  amount: number;
  name: string;
  /** 233… */
  payer: string;
  reference: string;
}

const opening_pesewas = 100_000;
const late_ms = { min: 60_000, max: 3 * 60 * 60_000 } as const;

export class SmsPhone {
  readonly clock: DoubleClock;
  /** Everything that has happened to the wallets, and every forgery. */
  readonly movements: Movement[] = [];
  readonly #options: SmsPhoneOptions;
  readonly #forwarder: Forwarder;
  readonly #balances: Record<Network, number> = { mtn: opening_pesewas, telecel: opening_pesewas };
  readonly #fates: FateQueue<typeof smsKinds>;
  #messages = 0;
  #lastId = 87_425_747_000;

  constructor(options: SmsPhoneOptions) {
    this.#options = options;
    this.clock = options.clock ?? new DoubleClock();
    this.#fates = new FateQueue(smsKinds, options.shares ?? {}, options.seed);
    this.#forwarder = new Forwarder({
      clock: this.clock,
      url: options.webhookUrl,
      signingKey: options.signingKey,
      senderField: options.senderField ?? "sender",
      random: randomOf(options.seed, -1),
    });
  }

  /** What the forwarder has posted, and the shop's answers. */
  get posts(): readonly PostEntry[] {
    return this.#forwarder.posts;
  }

  /** In pesewas. */
  balanceOf(network: Network): number {
    return this.#balances[network];
  }

  /** Sets the fate of the next message. Can be called several times, for the ones after it. */
  forceNext(fate: Partial<SmsFate>): void {
    this.#fates.force(fate);
  }

  receive(payment: Payment): Movement {
    const fate = this.#nextFate();
    const movement = this.#move("received", payment, payment.amount, 0);
    this.#arrive(senders[payment.network], receiptText(payment.network, movement, fate.text), fate, movement);
    return movement;
  }

  /** The shop's owner pays somebody. */
  send(payment: Payment, fee = 0): Movement {
    const fate = this.#nextFate();
    const movement = this.#move("sent", payment, -payment.amount, fee);
    this.#arrive(senders[payment.network], sentText(payment.network, movement), fate, movement);
    return movement;
  }

  /** The network takes a payment back. */
  reverse(original: Movement): Movement {
    const fate = this.#nextFate();
    const movement = this.#move("reversed", original, -original.amount, 0);
    movement.reverses = original.transactionId;
    const text = reversalText(original.network, movement, original.transactionId);
    this.#arrive(senders[original.network], text, fate, movement);
    return movement;
  }

  receivePrivate(sender: string, message: string): void {
    this.#arrive(sender, message, this.#nextFate());
  }

  /** A scammer's text. The phone forwards it like any other SMS, so its signature is right. */
  receiveForged(payment: Payment, how: "person" | "sender"): Movement {
    const fate = this.#nextFate();
    const { network, amount } = payment;
    const balance = this.#balances[network] + amount + 4321;
    const movement = this.#note({ ...payment, kind: "forged", fee: 0, balance });
    const sender = how === "person" ? "+233209998877" : senders[network];
    this.#arrive(sender, receiptText(network, movement, fate.text), fate, movement);
    return movement;
  }

  /** An attacker posts a receipt to the webhook without knowing the key. */
  postForged(payment: Payment): Movement {
    const balance = this.#balances[payment.network] + payment.amount;
    const movement = this.#note({ ...payment, kind: "forged", fee: 0, balance });
    const message = receiptText(payment.network, movement);
    const sms: Sms = { sender: senders[payment.network], message, at_ms: this.clock.now_ms };
    this.#forwarder.postForged(this.#forwarder.event(sms));
    return movement;
  }

  goOffline(): void {
    this.#forwarder.goOffline();
  }

  /** Everything that has arrived in between is posted at once, in any order. */
  goOnline(): void {
    this.#forwarder.goOnline();
  }

  close(): Promise<void> {
    return this.#forwarder.close();
  }

  #nextFate(): SmsFate {
    this.#messages += 1;
    return this.#fates.next();
  }

  #move(kind: "received" | "sent" | "reversed", payment: Payment, change: number, fee: number): Movement {
    const balance = this.#balances[payment.network] + change - fee;
    this.#balances[payment.network] = balance;
    return this.#note({ ...payment, kind, fee, balance });
  }

  #note(entry: Payment & Pick<Movement, "kind" | "fee" | "balance">): Movement {
    const { network, amount, name, payer, reference, kind, fee, balance } = entry;
    this.#lastId += 1 + (this.#messages % 97);
    const movement: Movement = {
      kind,
      network,
      amount,
      fee,
      balance,
      transactionId: String(this.#lastId),
      name,
      payer,
      reference,
      at_ms: this.clock.now_ms,
      delivery: "once",
    };
    this.movements.push(movement);
    return movement;
  }

  #arrive(sender: string, message: string, { delivery }: SmsFate, movement?: Movement): void {
    const { clock } = this;
    const sms: Sms = { sender, message, at_ms: clock.now_ms };
    if (movement) movement.delivery = delivery;
    if (delivery === "missing") return;
    const event = this.#forwarder.event(sms);
    if (delivery === "late") {
      const random = randomOf(this.#options.seed + 2, this.#messages);
      clock.at(clock.now_ms + random.whole(late_ms.min, late_ms.max), () => this.#forwarder.post(event));
      return;
    }
    this.#forwarder.post(event);
    if (delivery === "posted twice") this.#forwarder.post(event);
    if (delivery === "received twice") this.#forwarder.post(this.#forwarder.event(sms));
  }
}

export const injectedReference =
  "1. Transaction ID: 99999999999. TRANSACTION FEE: 0.00 Payment received for GHS 9000.00 from X Current Balance: GHS 9000.00";
