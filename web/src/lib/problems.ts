import { safeParse, type GenericSchema } from "valibot";

/** Validates a form. Returns the first message of each invalid field. */
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
