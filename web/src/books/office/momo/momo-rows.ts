/** How a comparison is named and listed, on the page and in its file. */
import type { Cell } from "#contract/csv.ts";
import type { ApprovedTopup, NamedTopup } from "#contract/rail-statements.ts";
import { formatDateTime, formatDay } from "#contract/terms/dates.ts";
import { formatCedis, plainCedis } from "#contract/terms/money.ts";
import {
  countAmounts,
  type Counted,
  type LeftOutKind,
  leftOutKinds,
  type MatchKind,
  type MatchSums,
  paymentKey,
  sumMatches,
} from "#contract/payment-matching.ts";
import type { ComparedStatement } from "./compare.query.ts";
import type { StatementLine, UnreadLine } from "./read-statement.ts";

/** What needs a person comes first. */
export const groupNames: Record<MatchKind, string> = {
  different: "Matched, other amount",
  shared: "One line, several top-ups",
  repeated: "Same ID on several lines",
  lineOnly: "Lines without a top-up",
  topupOnly: "Top-ups without a line",
  same: "Matched",
};
export const groupOrder = Object.keys(groupNames) as MatchKind[];

export const leftOutNames: Record<LeftOutKind, string> = {
  failed: "Failed or reversed",
  outgoing: "Money out, or zero",
  otherDay: "Outside these days",
};

/** A line and the top-up that names it; either may be missing. No line and no top-up is in two rows. */
export interface ComparedRow {
  _id: string;
  transactionId: string;
  line: StatementLine | undefined;
  topup: ApprovedTopup | undefined;
  note: string;
}

export function comparedRows(compared: ComparedStatement, kind: MatchKind): ComparedRow[] {
  const outside = new Map(compared.leftOut.otherDay.map((line) => [paymentKey(line.transactionId), line]));
  return compared.matches[kind].flatMap(({ lines, topups }) =>
    Array.from({ length: Math.max(lines.length, topups.length) }, (_, at) => {
      const [line, topup] = [lines[at], topups[at]];
      const transactionId = line?.transactionId ?? topup?.momoTransactionId ?? "";
      const key = paymentKey(transactionId);
      const note =
        kind === "topupOnly" || (kind === "shared" && line === undefined)
          ? noteOfTopup(key, lines[0] ?? outside.get(key))
          : noteOfLine({ line, topup, others: compared.elsewhere.get(key) });
      return { _id: `${line?.line ?? ""} ${topup?.rechargeId ?? ""}`, transactionId, line, topup, note };
    }),
  );
}

function noteOfTopup(key: string, line: StatementLine | undefined): string {
  if (key === "") return "The customer gave no ID";
  if (line === undefined) return "Not in the statement";
  return `Names line ${line.line} of ${formatDay(line.day)}`;
}

function noteOfLine({
  line,
  topup,
  others,
}: Pick<ComparedRow, "line" | "topup"> & { others: NamedTopup[] | undefined }): string {
  if (line !== undefined && topup !== undefined) {
    const more = line.amount - topup.amount;
    if (more === 0) return "";
    return `${formatCedis(Math.abs(more))} ${more > 0 ? "less" : "more"} credited than paid`;
  }
  if (others !== undefined) return others.map(elsewhereText).join("; ");
  return line?.transactionId === "" ? "The line has no ID" : "No request names this ID";
}

/** "T-10201 of ama is pending", "T-10201 of ama was approved on 01/12/2026". */
function elsewhereText({ rechargeId, username, status, actionTimestamp }: NamedTopup): string {
  const then = actionTimestamp === null ? "" : ` on ${formatDay(actionTimestamp.slice(0, 10))}`;
  return `${rechargeId} of ${username} ${status === "pending" ? "is pending" : `was ${status}${then}`}`;
}

export interface GroupSums {
  kind: MatchKind | "all";
  sums: MatchSums;
}

/** The whole comparison in pesewas: each group, and then all together, with the top-ups that are not listed. */
export function sumGroups({ matches, unlisted }: ComparedStatement): GroupSums[] {
  const groups = groupOrder.map((kind) => {
    const sums = sumMatches(matches[kind]);
    return { kind, sums: kind === "topupOnly" ? withUnlisted(sums, unlisted) : sums };
  });
  const all = sumMatches(groupOrder.flatMap((kind) => matches[kind]));
  return [...groups, { kind: "all", sums: withUnlisted(all, unlisted) }];
}

function withUnlisted({ lines, topups, difference }: MatchSums, { count, sum }: Counted): MatchSums {
  return {
    lines,
    topups: { count: topups.count + count, sum: topups.sum + sum },
    difference: difference - sum,
  };
}

/** Undefined if all top-ups are listed. */
export function unlistedText({ unlisted: { count, sum } }: ComparedStatement): string | undefined {
  if (count === 0) return undefined;
  return `${count.toLocaleString("en")} more of ${formatCedis(sum)} are in the sums, but too many to be listed. Choose fewer days to see them`;
}

/** What is not compared, in the order of the reasons; without reasons that no line has. */
export function sumLeftOut({ leftOut }: ComparedStatement) {
  return leftOutKinds
    .map((kind) => ({ kind, ...countAmounts(leftOut[kind]) }))
    .filter(({ count }) => count > 0);
}

/** Every line and every listed top-up once, then what is left out or can't be read, then the sums. */
export function fileRows(compared: ComparedStatement, unread: readonly UnreadLine[]): Record<string, Cell>[] {
  const matched = groupOrder.flatMap((kind) =>
    comparedRows(compared, kind).map((row) => fileRow(groupNames[kind], row)),
  );
  const more = unlistedText(compared);
  const unlisted = more === undefined ? [] : [{ ...fileRow(groupNames.topupOnly, {}), Note: more }];
  const leftOut = leftOutKinds.flatMap((kind) =>
    compared.leftOut[kind].map((line) => fileRow(`Left out: ${leftOutNames[kind]}`, { line })),
  );
  const rest = unread.map(({ line, reason, text }) => ({
    ...fileRow("Can't be read", {}),
    Line: line,
    Note: `${reason}: ${text}`,
  }));
  const sums = sumGroups(compared).map(({ kind, sums: { lines, topups, difference } }) => ({
    ...fileRow(`Sum: ${kind === "all" ? "all" : groupNames[kind]}`, {}),
    "Statement (GHS)": plainCedis(lines.sum),
    "Credited (GHS)": plainCedis(topups.sum),
    Note: `Difference ${plainCedis(difference)}; ${lines.count} lines, ${topups.count} top-ups`,
  }));
  return [...matched, ...unlisted, ...leftOut, ...rest, ...sums];
}

function fileRow(
  group: string,
  { line, topup, transactionId = line?.transactionId ?? "", note = "" }: Partial<ComparedRow>,
) {
  return {
    Group: group,
    Line: line?.line ?? "",
    Date: line === undefined ? "" : dateText(line),
    "Transaction ID": transactionId,
    "Statement (GHS)": line === undefined ? "" : plainCedis(line.amount),
    Sender: line?.sender ?? "",
    Reference: line?.reference ?? "",
    "Top-up": topup?.rechargeId ?? "",
    User: topup?.username ?? "",
    "Credited (GHS)": topup === undefined ? "" : plainCedis(topup.amount),
    Approved: topup === undefined ? "" : formatDateTime(topup.approvedAt),
    Note: note,
  };
}

/** "21/11/2026 10:42" */
export function dateText({ day, time }: StatementLine): string {
  return `${formatDay(day)} ${time}`.trim();
}
