/** The times that the books did not balance, in words that an admin can follow up. */
import { type Incident, readIncidents } from "#ledger/books/audit-books.ts";
import { usersById } from "#ledger/users/reads.ts";
import type { Finding } from "#ledger/verify/replay/finding.ts";
import { formatCedis } from "#contract/terms/money.ts";
import { orderReference, topupReference } from "#contract/terms/references.ts";
import type { Shop } from "../shop.ts";
import type { IncidentRecord } from "#contract/verification.ts";

const incidents_max = 50;

export async function incidentRecords({ db }: Pick<Shop, "db">): Promise<IncidentRecord[]> {
  const incidents = await readIncidents(db, incidents_max);
  const ids = new Set(
    incidents.flatMap(({ findings }) => findings.flatMap(({ where }) => userIn(where) ?? [])),
  );
  const names = new Map((await usersById(db, [...ids])).map(({ id, username }) => [id, username]));
  return incidents.map((incident) => incidentRecord(incident, names));
}

function incidentRecord(incident: Incident, names: ReadonlyMap<string, string>): IncidentRecord {
  const { id, began_at: from, ended_at: to, findings, reason, noted_at, noted_by } = incident;
  return {
    id,
    from,
    to,
    findings: findings.map((finding) => findingRecord(finding, names)),
    note: reason === null ? null : { by: noted_by ?? "", at: noted_at ?? "", reason },
  };
}

type FindingInWords = IncidentRecord["findings"][number];

function findingRecord({ where, differences }: Finding, names: ReadonlyMap<string, string>): FindingInWords {
  return {
    ...subjectOf(where, names),
    differences: differences.map(({ what, expected, found }) => ({
      what,
      expected: inCedis(what, expected),
      found: inCedis(what, found),
    })),
  };
}

function subjectOf(
  where: string,
  names: ReadonlyMap<string, string>,
): Pick<FindingInWords, "name" | "about"> {
  const [, position] = /^position (\d+)$/.exec(where) ?? [];
  if (position !== undefined) return { name: `Event ${position}`, about: { kind: "movement", id: position } };
  const [, table = "", id = ""] = /^ledger\.(order|topup) id=(\d+)$/.exec(where) ?? [];
  if (table === "order") return { name: `Order ${orderReference(Number(id))}`, about: { kind: "order", id } };
  if (table === "topup") return { name: `Top-up ${topupReference(Number(id))}`, about: null };
  const user = userIn(where);
  if (user === undefined) return { name: where, about: null };
  const name = names.get(user) ?? user;
  const what = where.startsWith("ledger.wallet ") ? "Wallet" : "Account";
  return { name: `${what} of ${name}`, about: { kind: "user", id: user } };
}

function userIn(where: string): string | undefined {
  return /^ledger\.(?:wallet|account) user_id=([0-9a-f-]{36})$/.exec(where)?.[1];
}

/** Columns that hold pesewas. */
const amounts = ["balance", "amount", "balance_after", "value", "sum of all balances"];

function inCedis(what: string, text: string): string {
  return amounts.includes(what) && /^-?\d+$/.test(text) ? formatCedis(Number(text)) : text;
}
