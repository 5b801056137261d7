/** Names for statements: PostgreSQL parses a statement with a name once for each session, and soon plans it no more. */

/** A session keeps all that it has prepared. A list with another number of parameters is another text. */
const prepared_max = 300;
const names = new Map<string, string>();

/** A migration under way may add a column, and a session refuses a prepared statement whose rows have changed. */
const hasAllColumns = /(select|returning|,|\.)\s*\*/;

/** The same for the same text. Undefined: it stays without one, also because there are enough of them. */
export function preparedName(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= prepared_max || hasAllColumns.test(text)) return known;
  const name = `prepared_${names.size}`;
  names.set(text, name);
  return name;
}
