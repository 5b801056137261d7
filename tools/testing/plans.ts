/** How PostgreSQL carries out statements, for tests that they find their rows by index. */
import pg from "pg";
import type { Statement } from "./record-statements.ts";

/** Generic: a session that plans once for all values, as the writer's. Custom: planned for each. */
export type PlanMode = "generic" | "custom";

export interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string;
  Plans?: PlanNode[];
}

/** The plan of each statement. */
export async function explained(
  client: pg.Client,
  statements: readonly Statement[],
  mode: PlanMode,
): Promise<PlanNode[]> {
  const plans: PlanNode[] = [];
  await client.query(`set plan_cache_mode = force_${mode}_plan; set jit = off`);
  for (const { text, values } of statements) {
    await client.query(`prepare hot as ${text}`);
    // A generic plan does not depend on the values.
    const literals = values.map((value) => (mode === "generic" ? "null" : literal(value)));
    const call = literals.length > 0 ? `hot (${literals.join(", ")})` : "hot";
    const { rows } = await client.query<{ "QUERY PLAN": { Plan: PlanNode }[] }>(
      `explain (format json) execute ${call}`,
    );
    plans.push(...(rows[0]?.["QUERY PLAN"] ?? []).map(({ Plan }) => Plan));
    await client.query("deallocate hot");
  }
  return plans;
}

/** Sequential scans of tables that grow. @param small tables with few rows, which are read in full */
export async function seqScans(
  client: pg.Client,
  statements: readonly Statement[],
  { mode, small }: { mode: PlanMode; small: ReadonlySet<string> },
): Promise<string[]> {
  const plans = await explained(client, statements, mode);
  return plans.flatMap((plan, index) =>
    scannedIn(plan, small).map((table) => `Seq Scan on ${table}: ${statements[index]?.text}`),
  );
}

function scannedIn(node: PlanNode, small: ReadonlySet<string>): string[] {
  const table = node["Relation Name"];
  const own = node["Node Type"] === "Seq Scan" && table !== undefined && !small.has(table) ? [table] : [];
  return [...own, ...(node.Plans ?? []).flatMap((one) => scannedIn(one, small))];
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return "null";
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.join(",")}}`);
  return pg.escapeLiteral(typeof value === "string" ? value : JSON.stringify(value));
}
