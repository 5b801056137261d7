/** The result of one attempt to send something. */
export interface SendResult {
  /** After "refused" and "no credit" another attempt would not help. After "failed" it may. What was cancelled or has expired
   *  was not sent at all. */
  outcome: "sent" | "refused" | "no credit" | "failed" | "cancelled" | "expired";
  /** The answer for the admin, without keys and secrets. */
  answer: string;
}

export const answer_length_max = 200;

/** One line of visible characters, of limited length. */
export function tidyAnswer(text: string): string {
  const line = text.replace(/[^\x21-\x7e\u00a1-\uffff]+/g, " ").trim();
  return line.length <= answer_length_max ? line : `${line.slice(0, answer_length_max - 1)}…`;
}

/** Describes a network failure. The error's own message is not used: it may contain an address with a key. */
export function failureAnswer(error: unknown, what: string): string {
  if (error instanceof Error && error.name === "TimeoutError") return `${what} did not answer in time`;
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const code = (cause as { code?: unknown } | undefined)?.code;
  switch (code) {
    case "ECONNREFUSED":
      return `${what} refused the connection`;
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `${what} was not found`;
    case "ECONNRESET":
    case "UND_ERR_SOCKET":
    case "EPIPE":
      return `${what} broke off`;
    case "ETIMEDOUT":
    case "UND_ERR_CONNECT_TIMEOUT":
      return `${what} did not answer in time`;
    default:
      return `${what} could not be reached${typeof code === "string" && /^[A-Z_]+$/.test(code) ? ` (${code})` : ""}`;
  }
}
