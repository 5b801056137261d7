/** What DataMart's answers say of orders. Its documents show how a success looks, so whatever is not clear says nothing. */
import { z } from "zod";
import type { RefusalKind } from "#contract/terms/fulfilment.ts";
import type { Pesewas } from "#contract/terms/money.ts";
import { hundredths, type Said, text, unknown } from "./call-supplier.ts";
import type { Answer, Attempt } from "./supplier.ts";

export const capacity = z.union([z.number(), z.string().max(10)]).transform(String);
const about = { network: z.string().max(20), capacity, price: hundredths, orderStatus: text };

const errorBody = z.object({
  status: z.literal("error"),
  message: text,
  requiredAmount: z.unknown().optional(),
  data: z.object({ shortfall: z.unknown().optional() }).optional(),
  code: text.optional(),
});
const purchaseBody = z.object({
  status: z.literal("success"),
  data: z.object({ orderReference: z.string().min(1).max(100), ...about }),
});
const statusBody = z.object({
  status: z.literal("success"),
  data: z.object({ reference: text, phoneNumber: text, ...about }),
});
/** Only a sale is documented, so each row of another shape is read for itself. */
const bulkRow = z.looseObject({ ref: text, status: text, message: text }).partial();
type BulkRow = z.infer<typeof bulkRow>;
const bulkBody = z.object({
  status: z.literal("success"),
  data: z.object({
    summary: z.object({ total: z.int(), successful: z.int() }).optional(),
    results: z.array(bulkRow),
    validationErrors: z.array(bulkRow).default([]),
  }),
});
const saleRow = z.object({
  phoneNumber: text,
  network: z.string().max(20),
  capacity,
  price: hundredths,
  status: text,
  orderReference: z.string().min(1).max(100),
});

/** What it says when it takes nothing: what was asked is wrong, or there is too little money. */
const refusals = new Set([400, 402, 403, 404, 422]);

export function orderAnswer(said: Said, { code }: Attempt): Answer {
  const nothing = nothingSold(said);
  if (nothing) return nothing;
  const { data: answer } = purchaseBody.safeParse(said.body);
  if (!answer) return unknown(`an answer that nobody knows (${said.status})`, true);
  const { network, capacity: size, orderReference: theirs, ...rest } = answer.data;
  if (`${network} ${size}` !== code) return unknown("an answer about another package", true);
  return { ...stageAnswer(rest), theirs };
}

/** If the answer is no success. */
function nothingSold({ status, body }: Said): NoSale | undefined {
  const refused = refusals.has(status) ? errorBody.safeParse(body).data : undefined;
  // It turns the shop away, whatever is ordered. A rule of the key may be about this order alone, such as one for its size.
  if (refused?.code?.startsWith("API_") && refused.code !== "API_RULE_VIOLATION")
    return unknown(`it does not let the shop in: ${refused.code}`, true);
  if (refused) {
    const { message: reason, requiredAmount, data } = refused;
    const isEmpty = requiredAmount !== undefined || data?.shortfall !== undefined;
    return { state: "refused", reason, isReturned: false, isEmpty, refusal: refusalOf(reason) };
  }
  if (status === 409) return unknown("it is still working on it", false);
  if (status === 429) return unknown("it was asked too often", false);
  if (status === 401) return unknown("it does not take the shop's key", true);
  return status < 200 || status > 299 ? unknown(`an answer that nobody knows (${status})`, true) : undefined;
}

type NoSale = Extract<Answer, { state: "refused" | "unknown" }>;

/**
 * What the answer to a request of many orders says of each. An order that it does not sell counts as refused only if the answer
 * counts its sales, and each of them is one of the others.
 */
export function bulkAnswers(said: Said, attempts: readonly Attempt[]): Answer[] {
  // What is wrong with one of the numbers says nothing about the others.
  const nothing = nothingSold(said);
  if (nothing?.state === "refused") return attempts.map(() => ({ ...nothing, refusal: undefined }));
  const { data: answer } = bulkBody.safeParse(said.body);
  if (nothing || !answer) {
    const { said: what, isFailure } =
      nothing ?? unknown(`an answer that nobody knows (${said.status})`, true);
    return attempts.map((_, at) => unknown(what, isFailure && at === 0));
  }
  const { results, validationErrors, summary } = answer.data;
  const sales = attempts.map((attempt) => saleOf(attempt, results));
  const sold = sales.filter((sale) => sale !== undefined && sale.state !== "unknown").length;
  const isWhole = summary?.successful === sold && summary.total === attempts.length;
  return attempts.map((attempt, at) => {
    const sale = sales[at];
    if (sale) return sale;
    if (!isWhole) return unknown("its answer about many orders leaves this one out", false);
    const note = [...results, ...validationErrors].find(({ ref }) => ref === attempt.reference);
    const reason = note?.message ?? "DataMart took others of the same request, and not this one";
    const isEmpty = /\binsufficient\b/i.test(reason);
    return { state: "refused", reason, isReturned: false, isEmpty, refusal: refusalOf(reason) };
  });
}

/** Undefined if it was not sold. */
function saleOf({ reference, receiver, code }: Attempt, results: readonly BulkRow[]): Answer | undefined {
  const own = results.filter(({ ref }) => ref === reference);
  const [row] = own;
  if (!row || row.status === "failed") return undefined;
  const { data: sale } = saleRow.safeParse(row);
  if (own.length > 1 || !sale) return unknown("an answer about many orders that nobody knows", false);
  const { phoneNumber, network, capacity: size, price, status, orderReference: theirs } = sale;
  if (phoneNumber !== receiver || `${network} ${size}` !== code)
    return unknown("an answer about another order", false);
  return { ...stageAnswer({ orderStatus: status === "queued" ? "pending" : status, price }), theirs };
}

/** Its documents have no codes for it, so only words that leave no doubt count. */
function refusalOf(message: string): RefusalKind | undefined {
  if (/\binvalid (phone )?number\b/i.test(message)) return "wrong number";
  return /\bnumber\b.*\b(barred|blocked|cannot receive)\b/i.test(message) ? "barred number" : undefined;
}

export function statusAnswer({ status, body }: Said, { code, receiver, theirs }: Attempt): Answer {
  const { data: answer } = statusBody.safeParse(body);
  if (status !== 200 || !answer) return unknown(`no status that can be read (${status})`, status >= 500);
  const { reference, phoneNumber, network, capacity: size, ...rest } = answer.data;
  const isAboutIt = reference === theirs && phoneNumber === receiver && `${network} ${size}` === code;
  // The reference may be another order's, named by mistake. Sent once more, the order is answered with its own.
  return isAboutIt
    ? stageAnswer(rest)
    : { ...unknown("an answer about another order", true), isMissing: true };
}

function stageAnswer({ orderStatus, price }: { orderStatus: string; price: Pesewas }): Answer {
  switch (orderStatus) {
    case "pending":
    case "waiting":
    case "processing":
      return { state: "accepted", cost: price };
    case "completed":
      return { state: "delivered", cost: price };
    case "failed":
      return { state: "refused", reason: "DataMart could not deliver it", isReturned: false, cost: price };
    case "refunded":
      return {
        state: "refused",
        reason: "DataMart could not deliver it, and gave its price back",
        isReturned: true,
      };
    default:
      return unknown(`“${orderStatus}”, which nobody knows`, false);
  }
}
