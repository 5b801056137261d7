/**
 * The text that Postgres gives for a jsonb holding this value, keys in the value's own order (which is jsonb's where
 * the value was parsed from such a text). A stored 1.0 or an integer beyond 2^53 parses to a value whose text differs
 * from the stored one: JSON.parse alone, and so the hash, would not notice. The ledger's own data has whole numbers
 * only, and no key that looks like a number (JavaScript would move it to the front).
 */
export function jsonbText(value: unknown): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(jsonbText).join(", ")}]`;
  let text = "";
  for (const [key, item] of Object.entries(value)) {
    text += `${text === "" ? "{" : ", "}${JSON.stringify(key)}: ${jsonbText(item)}`;
  }
  return text === "" ? "{}" : `${text}}`;
}
