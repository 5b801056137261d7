/** SQL in parts: each part writes to one table, and all parts of a batch run as one statement. */

export interface Part {
  /** Names the text: parts with the same name have the same text. */
  name: string;
  /** The text, with its parameters numbered from `first` on. */
  sql(first: number): string;
  values: (string | number | Buffer | null)[];
}

interface Statement {
  name: string;
  text: string;
  values: Part["values"];
}

const known = new Map<string, { name: string; text: string }>();

/** One statement that runs all parts on one snapshot. Later parts may read, by name, what earlier ones return. */
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
  let first = 1;
  const texts = parts.map((part) => {
    const text = part.sql(first);
    first += part.values.length;
    return text;
  });
  const last = texts.pop() ?? "";
  if (texts.length === 0) return last;
  const named = texts.map((text, index) => `${parts[index]?.name} as (\n${text}\n)`);
  return `with ${named.join(", ")}\n${last}`;
}
