import { queryOptions } from "@tanstack/react-query";
import { type ApprovedTopup, type NamedTopup } from "#api/contract/momo-statement.ts";
import { momoTransactionId } from "#api/contract/fields.ts";
import { officeLimits } from "#ledger/terms/office-limits.ts";
import { type Comparison, matchPayments, paymentKey } from "#ledger/terms/payment-matching.ts";
import type { DaySpan } from "#ledger/terms/periods.ts";
import * as v from "valibot";
import { get, post } from "../../lib/api.ts";
import { queryString } from "../../lib/lists.ts";
import { pesewas } from "../../lib/money.ts";
import type { StatementLine } from "./read-statement.ts";

/** An approved top-up, with its amount in pesewas. */
export type Topup = ApprovedTopup;

export interface ComparedStatement extends Comparison<StatementLine, Topup> {
  span: DaySpan;
  /** Requests of other days, or that were not approved, by the transaction ID of a line without a top-up. */
  elsewhere: Map<string, NamedTopup[]>;
}

/**
 * Compares a statement with the top-ups that were approved in some days. The lines stay in this browser. Of those without
 * a top-up only the IDs are sent, to see whether a request of another day names them.
 * @param of Changes with the lines, so that no other statement's answer is shown.
 */
export function comparisonQuery(of: number, lines: readonly StatementLine[], span: DaySpan | undefined) {
  return queryOptions({
    queryKey: ["momo statement", of, span],
    queryFn: async ({ signal }): Promise<ComparedStatement> => {
      if (span === undefined) throw new Error("a statement without lines has no days");
      const approved = await get<ApprovedTopup[]>(`/recharge/approved${queryString({ ...span })}`, signal);
      const topups = approved.map((topup) => ({ ...topup, amount: pesewas(topup.amount) }));
      const comparison = matchPayments(lines, topups, span);
      const { lineOnly, repeated } = comparison.matches;
      const unnamed = [...lineOnly, ...repeated.filter((match) => match.topups.length === 0)];
      const ids = unnamed.flatMap((match) => match.lines[0]?.transactionId ?? []);
      return { ...comparison, span, elsewhere: await findElsewhere(ids, signal) };
    },
    enabled: span !== undefined,
    // It is as of the moment when the admin asked, and nothing of it is kept.
    staleTime: Infinity,
    gcTime: 0,
  });
}

async function findElsewhere(
  ids: readonly string[],
  signal: AbortSignal,
): Promise<ComparedStatement["elsewhere"]> {
  // No request can name what is no transaction ID.
  const possible = ids.filter((id) => id !== "" && v.is(momoTransactionId, id));
  const found: NamedTopup[] = [];
  for (let at = 0; at < possible.length; at += officeLimits.momo_ids_max) {
    const momoTransactionIds = possible.slice(at, at + officeLimits.momo_ids_max);
    found.push(...(await post<NamedTopup[]>("/recharge/by-momo-id", { momoTransactionIds }, { signal })));
  }
  return Map.groupBy(found, (topup) => paymentKey(topup.momoTransactionId));
}
