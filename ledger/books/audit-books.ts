/** The auditor's results. */
import { sql } from "kysely";
import type { DailyHead } from "../verify/audit/daily-head.ts";
import { unlessOpen } from "../verify/audit/verification.ts";
import type { Finding } from "../verify/replay/finding.ts";
import type { Database } from "../tables/open-reads.ts";

export interface Books {
  /** Null: the books have not been checked yet. */
  checked_at: string | null;
  /** How long ago that was. */
  age_ms: number | null;
  took_ms: number | null;
  position: number;
  hash: string | null;
  findings: Finding[];
  /** Where the log ends now. */
  head: number;
  verified: { at: string; position: number; findings: Finding[] } | null;
}

export async function readBooks(db: Database): Promise<Books> {
  const { rows } = await sql<
    Omit<Books, "verified"> & {
      verified_at: string | null;
      verified_position: number;
      verified_findings: Finding[];
    }
  >`
    select b.checked_at, (extract(epoch from now() - b.checked_at) * 1000)::float8 as age_ms, b.took_ms,
      coalesce(b.position, 0) as position, b.hash, coalesce(b.findings, '[]') as findings, h.position as head,
      v.finished_at as verified_at, v.position as verified_position, v.findings as verified_findings
    from ledger.head h left join audit.books b on true
    left join lateral (
      select * from audit.verification where findings is not null order by id desc limit 1
    ) v on true`.execute(db);
  const { verified_at: at, verified_position: position, verified_findings: findings, ...books } = rows[0]!;
  return { ...books, verified: at === null ? null : { at, position, findings } };
}

/** How many differences the auditor has found: in its last look, or otherwise in the last full verification. */
export async function countFindings(db: Database): Promise<number> {
  const { findings, verified } = await readBooks(db);
  return findings.length > 0 ? findings.length : (verified?.findings.length ?? 0);
}

/** A verification of the whole log on request. */
export interface Verification {
  id: number;
  askedAt: string;
  /** A username, or "system". */
  askedBy: string;
  startedAt: string | null;
  finishedAt: string | null;
  /** The position it has reached, and the position it must reach. */
  position: number;
  target: number;
  /** Hash of the last correct event. */
  hash: string | null;
  findings: Finding[] | null;
  /** Why it failed. */
  failure: string | null;
}

/** The one under way, or otherwise the last one. */
export async function readVerification(db: Database): Promise<Verification | undefined> {
  const { rows } = await sql<Verification>`
    select v.id, v.asked_at as "askedAt", coalesce(u.username, v.asked_by) as "askedBy", v.started_at as "startedAt",
      v.finished_at as "finishedAt", v.position, v.target, v.hash, v.findings, v.failure
    from audit.verification v
    left join shop."user" u on u.id = case when v.asked_by ~ '^[0-9a-f-]{36}$' then v.asked_by::uuid end
    order by v.id desc limit 1`.execute(db);
  return rows[0];
}

/** Asks for a verification, unless one is under way already. */
export async function askVerification(db: Database, by: string): Promise<void> {
  await sql`insert into audit.verification (asked_by) values (${by}) ${sql.raw(unlessOpen)}`.execute(db);
}

/** Newest first. */
export async function readHeads(db: Database, limit: number): Promise<(DailyHead & { isSent: boolean })[]> {
  const { rows } = await sql<DailyHead & { isSent: boolean }>`
    select day, position, hash, root, sent_at is not null as "isSent" from audit.daily_head order by day desc limit ${limit}`.execute(
    db,
  );
  return rows;
}

export interface Incident {
  id: number;
  began_at: string;
  ended_at: string | null;
  findings: Finding[];
  reason: string | null;
  noted_at: string | null;
  noted_by: string | null;
}

/** Newest first. */
export async function readIncidents(db: Database, limit: number): Promise<Incident[]> {
  const { rows } = await sql<Incident>`
    select i.id, i.began_at, i.ended_at, i.findings, n.reason, n.noted_at, u.username as noted_by
    from audit.incident i left join shop.incident_note n on n.incident_id = i.id
    left join shop."user" u on u.id = n.user_id order by i.id desc limit ${limit}`.execute(db);
  return rows;
}

/** Once for each incident; by the same user in the same words again, it is a retry. */
export async function noteIncident(
  db: Database,
  { incident, user, reason }: { incident: number; user: string; reason: string },
): Promise<"noted" | "unknown" | "noted before"> {
  const { rows } = await sql<{ exists: boolean; same: boolean }>`
    with noted as (
      insert into shop.incident_note (incident_id, user_id, reason)
      select id, ${user}, ${reason} from audit.incident where id = ${incident}
      on conflict (incident_id) do nothing returning 1)
    select exists (select from audit.incident where id = ${incident}) as exists,
      exists (select from noted) or exists (select from shop.incident_note
        where incident_id = ${incident} and user_id = ${user} and reason = ${reason}) as same`.execute(db);
  if (!rows[0]?.exists) return "unknown";
  return rows[0].same ? "noted" : "noted before";
}
