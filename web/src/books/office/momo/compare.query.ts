import { queryOptions } from "@tanstack/react-query";
import type { ApprovedAnswer, ApprovedTopup, NamedTopup } from "#contract/rail-statements.ts";
import { momoTransactionId } from "#contract/fields.ts";
import { officeLimits } from "#contract/terms/office-limits.ts";
import {
  type Comparison,
  countAmounts,
  type Counted,
  matchPayments,
  paymentKey,
} from "#contract/payment-matching.ts";
import type { DaySpan } from "#contract/terms/periods.ts";
import * as v from "valibot";
import { get, post } from "../../../lib/api.ts";
import { queryString } from "../../../lib/lists.ts";
import { pesewas } from "../../../lib/money.ts";
import type { StatementLine } from "./read-statement.ts";

/** The amounts of the top-ups are in pesewas. */
export interface ComparedStatement extends Comparison<StatementLine, ApprovedTopup> {
  span: DaySpan;
  /** Requests of other days, or that were not approved, by the transaction ID of a line without a top-up. */
  elsewhere: Map<string, NamedTopup[]>;
  /** Top-ups without a line that are too many to be listed. */
  unlisted: Counted;
}

/**
 * Compares a statement with the top-ups that were approved in some days. The lines stay in this browser. Of those without
 * a top-up only the IDs are sent, to see whether a request of another day names them. If the days have too many top-ups
 * to list, the IDs of all lines are sent, to find the ones that they name.
 * @param of Changes with the lines, so that no other statement's answer is shown.
 */
export function comparisonQuery(of: number, lines: readonly StatementLine[], span: DaySpan | undefined) {
  return queryOptions({
    queryKey: ["momo statement", of, span],
    queryFn: async ({ signal }): Promise<ComparedStatement> => {
      if (span === undefined) throw new Error("a statement without lines has no days");
      const { topups, last } = await listApproved(lines, span, signal);
      const isWhole = last.next === null;
      const found = await findNamed(idsWithoutTopup(lines, isWhole ? topups : [], span), signal);
      const here = found.filter(({ approval }) => isBetween(approval, last.after, last.position));
      const more = here.filter(({ approval }) => !isWhole && isBetween(approval, last.next, last.position));
      const known = [...topups, ...more.map(approvedTopup)];
      const { count, sum } = countAmounts(known);
      const rest = { count: last.total - count, sum: pesewas(last.amount) - sum };
      const elsewhere = found.filter((topup) => !here.includes(topup));
      return {
        ...matchPayments(lines, known, span),
        span,
        elsewhere: Map.groupBy(elsewhere, (topup) => paymentKey(topup.momoTransactionId)),
        unlisted: isWhole ? { count: 0, sum: 0 } : rest,
      };
    },
    enabled: span !== undefined,
    // It is as of the moment when the admin asked, and nothing of it is kept.
    staleTime: Infinity,
    gcTime: 0,
  });
}

/** The top-ups of these days in the order of their approval, until too many of them are without a line. */
async function listApproved(lines: readonly StatementLine[], span: DaySpan, signal: AbortSignal) {
  const keys = new Set(idsWithoutTopup(lines, [], span).map(paymentKey));
  const topups: ApprovedTopup[] = [];
  let alone = 0;
  let cursor: number | undefined;
  for (;;) {
    const page = await get<ApprovedAnswer>(`/recharge/approved${queryString({ ...span, cursor })}`, signal);
    const { items, ...last } = page;
    topups.push(...items.map((topup) => ({ ...topup, amount: pesewas(topup.amount) })));
    alone += items.filter(({ momoTransactionId: id }) => !keys.has(paymentKey(id))).length;
    if (last.next === null || alone >= officeLimits.momo_topup_only_max) return { topups, last };
    cursor = last.next;
  }
}

function idsWithoutTopup(
  lines: readonly StatementLine[],
  topups: readonly ApprovedTopup[],
  span: DaySpan,
): string[] {
  const { lineOnly, repeated } = matchPayments(lines, topups, span).matches;
  const unnamed = [...lineOnly, ...repeated.filter((match) => match.topups.length === 0)];
  return unnamed.flatMap((match) => match.lines[0]?.transactionId ?? []);
}

/** @param after Excluded. @param last Included. */
function isBetween(position: number | null, after: number | null, last: number): boolean {
  return position !== null && position > (after ?? 0) && position <= last;
}

function approvedTopup({ actionTimestamp, ...topup }: NamedTopup): ApprovedTopup {
  return { ...topup, amount: pesewas(topup.amount), approvedAt: actionTimestamp ?? "" };
}

/** Requests of any day and status that name one of the IDs. */
async function findNamed(ids: readonly string[], signal: AbortSignal): Promise<NamedTopup[]> {
  // No request can name what is no transaction ID.
  const possible = ids.filter((id) => id !== "" && v.is(momoTransactionId, id));
  const found: NamedTopup[] = [];
  for (let at = 0; at < possible.length; at += officeLimits.momo_ids_max) {
    const momoTransactionIds = possible.slice(at, at + officeLimits.momo_ids_max);
    found.push(...(await post<NamedTopup[]>("/recharge/by-momo-id", { momoTransactionIds }, { signal })));
  }
  return found;
}
