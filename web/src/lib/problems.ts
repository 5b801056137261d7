import { safeParse, type GenericSchema } from "valibot";

/** What a schema has against a form: the first message of each field. Empty where it has nothing. */
export function problemsOf(schema: GenericSchema, form: unknown): Partial<Record<string, string>> {
  const result = safeParse(schema, form);
  const problems: Partial<Record<string, string>> = {};
  for (const issue of result.issues ?? []) {
    const key: unknown = issue.path?.[0]?.key;
    const field = typeof key === "string" ? key : "";
    problems[field] ??= issue.message;
  }
  return problems;
}
