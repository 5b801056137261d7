/** Reads and validates the input of a request. */
import type { Context } from "hono";
import * as v from "valibot";
import { texts } from "#contract/terms/texts.ts";
import type { Env } from "./env.ts";
import { orderWrapper } from "#contract/orders.ts";
import { ApiError } from "./errors.ts";

/** The validated JSON body. @throws ApiError 400 with a message for each field. */
export async function readBody<S extends v.GenericSchema>(
  c: Context<Env>,
  schema: S,
): Promise<v.InferOutput<S>> {
  const text = await c.req.text();
  const value = text === "" ? {} : readJson(text);
  // A schema whose fields are all optional would accept an array as an empty object.
  if (Array.isArray(value)) throw new ApiError("input_invalid", "The request must be a JSON object");
  return check(schema, value);
}

/** One validated path parameter. An invalid id gets 404, like an unknown one. */
export function readParam<S extends v.GenericSchema>(
  c: Context<Env>,
  name: string,
  schema: S,
): v.InferOutput<S> {
  const result = v.safeParse(schema, c.req.param(name));
  if (!result.success) throw new ApiError("not_found", "Not found");
  return result.output;
}

export function check<S extends v.GenericSchema>(schema: S, value: unknown): v.InferOutput<S> {
  const result = v.safeParse(schema, value);
  if (result.success) return result.output;
  const fields: Record<string, string> = {};
  for (const issue of result.issues.flatMap((one) => inside(one, value)))
    fields[v.getDotPath(issue) ?? ""] ??= wording(issue);
  const [message = "Please check what you entered"] = Object.values(fields);
  throw new ApiError("input_invalid", message, { fields });
}

/** For a body that may be wrapped or not: the issues of the form that the client used. */
function inside(issue: v.BaseIssue<unknown>, value: unknown): v.BaseIssue<unknown>[] {
  if (issue.type !== "union" || issue.path !== undefined || !issue.issues) return [issue];
  const isWrapped = typeof value === "object" && value !== null && orderWrapper in value;
  const meant = issue.issues.filter(({ path }) => (path?.[0].key === orderWrapper) === isWrapped);
  return meant.some(({ path }) => path !== undefined) ? meant : [issue];
}

/** valibot's own messages name types. People need to know what to do instead. */
function wording(issue: v.BaseIssue<unknown>): string {
  if (!issue.message.startsWith("Invalid")) return issue.message;
  return issue.received === "undefined" ? texts.allFieldsRequired : "Please check what you entered";
}

function readJson(text: string): unknown {
  if (hasHalfCharacter(text))
    throw new ApiError("json_malformed", "The request has text that is not Unicode");
  const value = parseJson(text);
  if (value === undefined) throw new ApiError("json_malformed", "The request is not valid JSON");
  return value;
}

/** Undefined for what is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** An escaped surrogate without its other half is not text, and has no fingerprint. */
function hasHalfCharacter(text: string): boolean {
  if (!/\\u[dD]/.test(text)) return false;
  const unescaped = text.replaceAll("\\\\", " ");
  const halves = unescaped.replace(/\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}/g, "");
  return /\\u[dD][89a-fA-F]/.test(halves);
}
