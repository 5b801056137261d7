/** Keeps when the books did not balance, and what differed. */
import type pg from "pg";
import type { Finding } from "../replay/finding.ts";

/**
 * To be called after each look. Red are the findings of the look, or else those of the last full verification, as on the
 * page. An incident goes on until there are none, and collects what differed meanwhile.
 */
export async function keepIncident(client: pg.ClientBase, looked: Finding[]): Promise<void> {
  const findings = looked.length > 0 ? looked : await verifiedFindings(client);
  if (findings.length === 0) {
    await client.query("update audit.incident set ended_at = now() where ended_at is null");
    return;
  }
  const { rows } = await client.query<{ findings: Finding[] }>(
    "select findings from audit.incident where ended_at is null",
  );
  const known = rows[0]?.findings ?? [];
  const merged = JSON.stringify([
    ...new Map([...known, ...findings].map((one) => [one.where, one])).values(),
  ]);
  if (rows[0] && merged === JSON.stringify(known)) return;
  await client.query(
    `insert into audit.incident (findings) values ($1)
     on conflict ((true)) where ended_at is null do update set findings = excluded.findings`,
    [merged],
  );
}

async function verifiedFindings(client: pg.ClientBase): Promise<Finding[]> {
  const { rows } = await client.query<{ findings: Finding[] }>(
    "select findings from audit.verification where findings is not null order by id desc limit 1",
  );
  return rows[0]?.findings ?? [];
}
