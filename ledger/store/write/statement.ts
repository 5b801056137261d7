/** SQL in parts: each part is one table's write with array parameters; parts join into one statement. */

/** Statement text with $1, $2 …, and one value for each. */
export interface Part {
  /** Unique name of the text: names the prepared statement. */
  name: string;
  sql: string;
  values: (string | number | Buffer | null)[];
}

interface Statement {
  name: string;
  text: string;
  values: Part["values"];
}

const known = new Map<string, { name: string; text: string }>();

/** One statement that runs all parts on one snapshot; later parts may read what earlier ones return, by name. */
export function join(parts: Part[]): Statement {
  const key = parts.map((part) => part.name).join("+");
  let statement = known.get(key);
  if (!statement) {
    statement = { name: `parts_${known.size}`, text: joinText(parts) };
    known.set(key, statement);
  }
  return { ...statement, values: parts.flatMap((part) => part.values) };
}

function joinText(parts: Part[]): string {
  let offset = 0;
  const texts = parts.map((part) => {
    const text = part.sql.replace(/\$(\d+)/g, (_, n: string) => `$${Number(n) + offset}`);
    offset += part.values.length;
    return text;
  });
  const last = texts.pop() ?? "";
  if (texts.length === 0) return last;
  return `with ${texts.map((text, n) => `${parts[n]?.name} as (${text})`).join(", ")} ${last}`;
}

/** The same SQL on copies of the projections, temporary ones of the session unless said; the log stays the log. */
export function inShadow(sql: string, schema = "pg_temp"): string {
  return sql.replace(/\bledger\.(?!event\b)/g, `${schema}.`);
}
