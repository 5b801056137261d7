/**
 * Reloadly's API for airtime (its documents, read 2026-11). It knows an order by our reference. Its account may have
 * another currency than the cedi: a cost is then booked at the rate that the order's own answer names.
 */
import { z } from "zod";
import type { RefusalKind } from "#contract/terms/fulfilment.ts";
import type { Pesewas } from "#contract/terms/money.ts";
import { parseJson } from "../serve/input.ts";
import { callSupplier, goodBody, hundredths, missing, type Said, text, unknown } from "./call-supplier.ts";
import { ReloadlyToken, type ReloadlySettings } from "./reloadly-token.ts";
import { isSigned } from "../rails/rail.ts";
import type { Answer, Attempt, Balance, Price, Reported, Supplier } from "./supplier.ts";

/** The amounts of airtime that shops usually sell, in cedis. */
const usualAmounts = [5, 10, 20, 50, 100];

export class Reloadly implements Supplier {
  readonly name = "reloadly";
  readonly per_minute = 60;
  readonly asks_per_minute = 60;
  readonly remembers_ms = 20 * 3600_000;
  readonly namesCosts = true;
  readonly #settings: ReloadlySettings;
  readonly #closing: AbortSignal;
  readonly #token: ReloadlyToken;

  /** `closing`: the shop stops. */
  constructor(settings: ReloadlySettings, closing: AbortSignal) {
    this.#settings = settings;
    this.#closing = closing;
    this.#token = new ReloadlyToken(settings, closing);
  }

  async order({ receiver, code, reference }: Attempt): Promise<Answer> {
    const found = await this.#call(`/operators/auto-detect/phone/${receiver}/countries/GH`);
    if (typeof found === "string") return unknown(found, true);
    const { data: operator } = operatorBody.safeParse(found.body);
    if (found.status !== 200 || !operator)
      return unknown(`no operator that can be read (${found.status})`, found.status >= 500);
    if (!operator.supportsLocalAmounts || operator.data)
      return refused(`Reloadly sells ${operator.name} no airtime in cedis`);
    const said = await this.#call("/topups-async", {
      operatorId: operator.operatorId,
      amount: Number(code),
      useLocalAmount: true,
      recipientPhone: { countryCode: "GH", number: receiver },
      customIdentifier: reference,
    });
    return typeof said === "string" ? unknown(said, true) : orderAnswer(said);
  }

  async ask(attempt: Attempt): Promise<Answer> {
    const path = `/topups/reports/transactions?customIdentifier=${attempt.reference}`;
    const said = await this.#call(path);
    if (typeof said === "string") return unknown(said, true);
    const { data: report } = reportBody.safeParse(said.body);
    if (said.status !== 200 || !report)
      return unknown(`no report that can be read (${said.status})`, said.status >= 500);
    const [record, ...others] = report.content;
    if (record === undefined) return missing("it does not know the order yet");
    return others.length === 0 && isAbout(record, attempt)
      ? statusAnswer(record)
      : unknown("an answer about another order", true);
  }

  /** The body, a colon, and the time that a header says. */
  hasSigned(body: Uint8Array, header: (name: string) => string | undefined): boolean {
    const { webhookSecret: key } = this.#settings;
    const time = header("x-reloadly-request-timestamp") ?? "";
    const signature = header("x-reloadly-signature");
    return key !== undefined && isSigned({ algorithm: "sha256", key }, signature, [body, `:${time}`]);
  }

  readReport(body: string): Reported | undefined {
    const { data: webhook } = webhookBody.safeParse(parseJson(body));
    const { status, customIdentifier: ours } = webhook?.data ?? {};
    return ours && status !== "PROCESSING" ? { ours } : undefined;
  }

  async balance(): Promise<Balance | undefined> {
    const said = await this.#call("/accounts/balance");
    const { data: found } = balanceBody.safeParse(typeof said === "string" ? undefined : said.body);
    if (!found) return undefined;
    if (found.currencyCode === "GHS") return { held: found.balance };
    const [operator] = await this.#operators();
    return operator && { held: Math.floor(found.balance * operator.fx.rate), isConverted: true };
  }

  /** Each amount at the price of the dearest network, because the number decides which one it is. */
  async prices(): Promise<Price[] | undefined> {
    const sold = (await this.#operators()).filter(
      ({ supportsLocalAmounts, data }) => supportsLocalAmounts && !data,
    );
    if (sold.length === 0) return undefined;
    const discount = Math.min(...sold.map((one) => Math.max(one.localDiscount, one.internationalDiscount)));
    return usualAmounts.map((cedis) => ({
      code: String(cedis),
      name: `¢${cedis}`,
      network: "Airtime",
      cost: Math.ceil(cedis * (100 - discount)),
    }));
  }

  async #operators(): Promise<z.output<typeof operatorBody>[]> {
    return goodBody(await this.#call("/operators/countries/GH"), z.array(operatorBody)) ?? [];
  }

  /** Once more with a new token, if the one that it has is no longer taken. */
  async #call(path: string, body?: object): Promise<Said | string> {
    const first = await this.#callOnce(path, body);
    if (typeof first === "string" || first.status !== 401) return first;
    this.#token.forget();
    return this.#callOnce(path, body);
  }

  async #callOnce(path: string, body?: object): Promise<Said | string> {
    const token = await this.#token.get();
    if (token === undefined) return "it gives no token: are the keys right?";
    const { url, answer_ms } = this.#settings;
    const headers = { authorization: `Bearer ${token}`, accept: "application/com.reloadly.topups-v1+json" };
    return callSupplier({ url: url + path, headers, body, answer_ms, closing: this.#closing });
  }
}

const number = z.coerce.number();
const operatorBody = z.object({
  operatorId: number,
  name: text,
  data: z.boolean(),
  supportsLocalAmounts: z.boolean(),
  internationalDiscount: number,
  localDiscount: number,
  fx: z.object({ rate: number.positive() }),
});
const record = z.object({
  status: text,
  customIdentifier: text.nullable(),
  recipientPhone: z.coerce.string().max(20),
  requestedAmount: hundredths,
  requestedAmountCurrencyCode: text,
  deliveredAmount: hundredths,
  deliveredAmountCurrencyCode: text,
  discount: hundredths,
  balanceInfo: z.object({ cost: hundredths }),
});
type TopupRecord = z.output<typeof record>;
const reportBody = z.object({ content: z.array(record).max(50) });
const balanceBody = z.object({ balance: hundredths, currencyCode: text });
const webhookBody = z.object({ data: record.pick({ status: true, customIdentifier: true }) });
const takenBody = z.object({ transactionId: number });
const errorBody = z.object({ errorCode: text, message: text });

/** What it has clearly not taken. Every other code may mean that it has. */
const refusals: Record<string, RefusalKind | "empty" | undefined> = {
  INVALID_RECIPIENT_PHONE: "wrong number",
  PHONE_BANNED_BY_OPERATOR: "barred number",
  INSUFFICIENT_BALANCE: "empty",
  INVALID_AMOUNT_FOR_OPERATOR: undefined,
};

/** The id in it is not used: what became of the order is asked by our reference. */
function orderAnswer({ status, body }: Said): Answer {
  if (status === 200 && takenBody.safeParse(body).success) return { state: "accepted", cost: null };
  const { data: error } = errorBody.safeParse(body);
  if (status !== 400 || !error || !Object.hasOwn(refusals, error.errorCode))
    return unknown(
      `an answer that nobody knows (${error?.errorCode ?? status})`,
      status >= 500 || status === 401,
    );
  const what = refusals[error.errorCode];
  if (what === "empty") return { ...refused(error.message), isEmpty: true };
  return { ...refused(error.message), refusal: what };
}

function refused(reason: string): Extract<Answer, { state: "refused" }> {
  return { state: "refused", reason, isReturned: false };
}

function isAbout(of: TopupRecord, { reference, receiver, code }: Attempt): boolean {
  return (
    of.customIdentifier === reference &&
    of.recipientPhone === `233${receiver.slice(1)}` &&
    of.requestedAmountCurrencyCode === "GHS" &&
    of.requestedAmount === Number(code) * 100
  );
}

function statusAnswer(of: TopupRecord): Answer {
  const cost = costOf(of);
  switch (of.status) {
    case "PROCESSING":
      return { state: "accepted", cost };
    case "SUCCESSFUL":
      // What was delivered in part can only be seen in the amount.
      return of.deliveredAmount === of.requestedAmount && of.deliveredAmountCurrencyCode === "GHS"
        ? { state: "delivered", cost }
        : unknown("it was delivered, but not with this amount", false);
    // By its documents, neither takes anything.
    case "FAILED":
    case "REFUNDED":
      return { ...refused("Reloadly could not deliver it, and took nothing for it"), isReturned: true };
    default:
      return unknown(`“${of.status}”, which nobody knows`, false);
  }
}

/** Cost and discount together are the amount in the account's currency: that is the rate. Up to whole pesewas. */
function costOf({ requestedAmount, discount, balanceInfo: { cost } }: TopupRecord): Pesewas | null {
  return cost === 0 ? null : Math.ceil((requestedAmount * cost) / (cost + discount));
}
