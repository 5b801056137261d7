/** Payments out of the account: to whom, and what becomes of each. The same reference is never paid twice. */
import { FateQueue, type SharesOf } from "../fate.ts";
import { type TransferFate, transferKinds } from "./fates.ts";
import { type NewRecipient, type NewTransfer, refusal } from "./read-request.ts";
import { forgeWebhook, sendWebhook } from "./webhooks.ts";
import type { PaystackWorld } from "./world.ts";

const second_ms = 1000;
const minute_ms = 60 * second_ms;
const day_ms = 24 * 60 * minute_ms;
/** Of each transfer to mobile money, in pesewas. */
const fee = 100;
const integration = 100_043;

export interface Recipient extends NewRecipient {
  code: string;
}

export interface Transfer {
  id: number;
  code: string;
  reference: string;
  recipient: Recipient;
  amount: number;
  reason: string;
  stage: "otp" | "pending" | "success" | "failed" | "reversed";
  created_at_ms: number;
  fate: TransferFate;
  /** How often somebody asked for it. */
  asked: number;
}

export class Transfers {
  readonly all = new Map<string, Transfer>();
  readonly fates: FateQueue<typeof transferKinds>;
  readonly #recipients = new Map<string, Recipient>();
  readonly #world: PaystackWorld;

  constructor(world: PaystackWorld, shares: SharesOf<typeof transferKinds>, seed: number) {
    this.#world = world;
    this.fates = new FateQueue(transferKinds, shares, seed);
    world.paidOut = () => this.#paidOut();
  }

  /** The same wallet is the same recipient. */
  register(input: NewRecipient): Recipient {
    const key = `${input.bank_code} ${input.account_number}`;
    const known = this.#recipients.get(key);
    if (known) return known;
    const recipient = { ...input, code: `RCP_play${1000 + this.#recipients.size}` };
    this.#recipients.set(key, recipient);
    return recipient;
  }

  /** @throws {Refusal} if the account has too little, or does not know the recipient */
  async begin(input: NewTransfer): Promise<Transfer> {
    const known = this.all.get(input.reference);
    if (known) {
      known.asked += 1;
      return known;
    }
    const recipient = [...this.#recipients.values()].find(({ code }) => code === input.recipient);
    if (!recipient)
      throw refusal("Recipient specified is invalid", "invalid_params", "Create a transfer recipient");
    if (input.amount + fee > this.#world.balance)
      throw refusal(
        "Your balance is not enough to fulfil this request",
        "insufficient_balance",
        "Fund your balance",
      );
    const fate = this.fates.next();
    const id = 860_670_000 + this.all.size;
    const transfer: Transfer = {
      id,
      code: `TRF_play${id}`,
      reference: input.reference,
      recipient,
      amount: input.amount,
      reason: input.reason,
      stage: fate.outcome === "otp" ? "otp" : "pending",
      created_at_ms: this.#world.clock.now_ms,
      fate,
      asked: 1,
    };
    this.all.set(transfer.reference, transfer);
    this.#forge(transfer);
    await this.#play(transfer);
    return transfer;
  }

  /** @throws {Refusal} if it does not exist */
  find(reference: string): Transfer {
    const transfer = this.all.get(reference);
    if (!transfer) throw refusal("Transfer not found", "transfer_not_found", "Check the reference", 404);
    return transfer;
  }

  record(transfer: Transfer): object {
    const { recipient, fate, stage } = transfer;
    const { clock, domain } = this.#world;
    const at = clock.text(transfer.created_at_ms);
    return {
      amount: fate.tells === "other amount" ? transfer.amount - 1 : transfer.amount,
      createdAt: at,
      currency: fate.tells === "other currency" ? "NGN" : "GHS",
      domain: fate.tells === "other domain" ? (domain === "live" ? "test" : "live") : domain,
      failures: null,
      id: transfer.id,
      integration,
      reason: transfer.reason,
      reference: fate.tells === "other reference" ? `${transfer.reference}0` : transfer.reference,
      source: "balance",
      source_details: null,
      status: stage,
      titan_code: null,
      transfer_code: transfer.code,
      transferred_at: stage === "success" ? at : null,
      updatedAt: clock.text(),
      recipient: recordOf(recipient, domain),
      session: { provider: null, id: null },
      ...(fate.fee === "told" && { fee_charged: stage === "success" ? fee : 0, fees_breakdown: null }),
      gateway_response: stage === "failed" ? "The recipient's wallet is barred" : null,
    };
  }

  /** What transfers have taken from the account. A pending one has been taken already. */
  #paidOut(): number {
    return [...this.all.values()].reduce((sum, { stage, amount }) => {
      if (stage === "pending") return sum + amount + fee;
      if (stage === "success") return sum + amount + fee;
      // What came back later had cost its fee.
      return stage === "reversed" ? sum + fee : sum;
    }, 0);
  }

  async #play(transfer: Transfer): Promise<void> {
    const { clock } = this.#world;
    const { outcome } = transfer.fate;
    const at = (ms: number, run: () => void) => clock.at(clock.now_ms + ms, run);
    const end = (stage: Transfer["stage"]) => {
      transfer.stage = stage;
      return this.#announce(transfer);
    };
    if (outcome === "at once") await end("success");
    if (outcome === "success" || outcome === "reversed later") at(minute_ms, () => void end("success"));
    if (outcome === "reversed later") at(2 * 60 * minute_ms, () => void end("reversed"));
    if (outcome === "failed" || outcome === "failed, paid later") at(minute_ms, () => void end("failed"));
    if (outcome === "failed, paid later") at(60 * minute_ms, () => void end("success"));
  }

  async #announce(transfer: Transfer): Promise<void> {
    const { webhook } = transfer.fate;
    const { clock, line } = this.#world;
    const event = `transfer.${transfer.stage}`;
    const data = this.record(transfer);
    const send = () => sendWebhook(line, { event, reference: transfer.reference, data }, "compact");
    const sendAfter = (ms: number) => clock.at(clock.now_ms + ms, () => void send());
    if (webhook === "first") await send();
    if (webhook === "after" || webhook === "twice") sendAfter(second_ms);
    if (webhook === "twice") sendAfter(2 * second_ms);
    if (webhook === "days late") sendAfter(3 * day_ms);
  }

  /** An attacker says that it failed, to have the money back in the wallet. */
  #forge(transfer: Transfer): void {
    const { forgery } = transfer.fate;
    if (forgery === "none") return;
    const { clock, line } = this.#world;
    const data = { ...this.record(transfer), status: "failed" };
    clock.at(clock.now_ms + second_ms, () => {
      const { reference } = transfer;
      void forgeWebhook(line, { event: "transfer.failed", reference, data }, forgery);
    });
  }
}

export function recordOf({ code, name, account_number, bank_code }: Recipient, domain: string): object {
  return {
    active: true,
    currency: "GHS",
    domain,
    integration,
    name,
    recipient_code: code,
    type: "mobile_money",
    is_deleted: false,
    details: { account_number, account_name: null, bank_code, bank_name: bank_code },
  };
}
