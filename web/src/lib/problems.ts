import { type GenericSchema, getDotPath, safeParse } from "valibot";

/** The first message of each wrong field. */
export type Problems = Partial<Record<string, string>>;

/**
 * Validates a form. Returns the first message of each invalid field, under the path that the server also uses:
 * "packages.0.offer".
 */
export function problemsOf(schema: GenericSchema, form: unknown): Problems {
  const result = safeParse(schema, form);
  const problems: Problems = {};
  for (const issue of result.issues ?? []) problems[getDotPath(issue) ?? ""] ??= issue.message;
  return problems;
}
