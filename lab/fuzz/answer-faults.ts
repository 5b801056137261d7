/** What must be true of the answer to every request, even a hostile one. */
import { undocumented } from "../../tools/testing/documented.ts";
import type { Received, Sent } from "./send.ts";

/** Describes what is wrong with an answer. Empty if nothing is. */
export function faultsOf(sent: Sent, received: Received | undefined): string[] {
  if (received === undefined) return mayBeUnanswered(sent) ? [] : ["no answer"];
  const { method, path } = sent;
  const { status, headers, text } = received;
  if (status >= 500) return [`a server error: ${status} ${text.slice(0, 500)}`];
  if (method === "HEAD") return [];
  const isJson = headers.get("content-type")?.startsWith("application/json") === true;
  const parsed = isJson ? parse(text) : text;
  const answer = { status, headers, body: parsed };
  return [
    ...(status >= 400 ? refusalFaults(parsed, headers, status) : innerRefusals(parsed).flatMap(textFaults)),
    ...(isPlain(path) && !isBeforeRouting(text)
      ? undocumented(method, path.replace(/^\/api/, ""), answer)
      : []),
  ];
}

/**
 * A body that is refused before it is read resets the connection, sometimes before the answer arrives. And Node keeps quiet
 * about an invalid chunk after the header Upgrade: the server answers it at the limit of a request's time, as it does
 * if the rest never comes. The fuzz hangs up before.
 */
function mayBeUnanswered({ body, headers }: Sent): boolean {
  const names = new Set(headers.map(([name]) => name));
  return (body?.length ?? 0) > 200_000 || (names.has("upgrade") && names.has("transfer-encoding"));
}

/** The request was refused before its route was looked up. */
function isBeforeRouting(text: string): boolean {
  return /"code":"(request_malformed|request_timeout|expectation_failed|headers_too_large)"/.test(text);
}

/** Whether the server uses the path as it is written. Otherwise the answer may belong to another operation. */
function isPlain(path: string): boolean {
  return path.startsWith("/api/") && !/[%\\;#*@]|\/\.|\/\/|\/$/.test(path.split("?")[0] ?? "");
}

const internalWords =
  /Invalid (type|key|length|value|format)|Expected |but received|undefined|\[object|NaN|\bat (file|\/)|node:|select .* from|insert into|update .* set|syntax error|relation|constraint|violates|valibot|postgres|ECONN|Error:/i;

function refusalFaults(body: unknown, headers: Headers, status: number): string[] {
  if (typeof body !== "object" || body === null)
    return [`a refusal (${status}) that is not a JSON object: ${String(body).slice(0, 200)}`];
  const { requestId } = body as Record<string, unknown>;
  return [
    ...textFaults(body),
    ...(typeof requestId === "string" && requestId === headers.get("x-request-id")
      ? []
      : ["no requestId, or another"]),
  ];
}

/** The refusals in the answer to a bulk call, or of a command that was asked about. */
function innerRefusals(body: unknown): object[] {
  const { lines, error } = (body ?? {}) as { lines?: unknown; error?: unknown };
  const errors = Array.isArray(lines)
    ? lines.map((line: { error?: unknown } | null) => line?.error)
    : [error];
  return errors.filter((one) => typeof one === "object" && one !== null);
}

function textFaults(refusal: object): string[] {
  const { message, code, fields } = refusal as Record<string, unknown>;
  const texts = [message, ...Object.values((fields ?? {}) as object)];
  return [
    ...(typeof code === "string" && /^[a-z_]+$/.test(code) ? [] : [`no code: ${String(code)}`]),
    ...texts
      .filter((text) => typeof text !== "string" || !/^\p{Lu}/u.test(text) || internalWords.test(text))
      .map((text) => `a message that is not meant for people: ${String(text)}`),
  ];
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
