import type { ErrorAnswer } from "#contract/errors.ts";

/** A call that failed. The message is the server's, or ours if no answer came. */
export class ApiError extends Error {
  override name = "ApiError";
  /** HTTP status, or 0 if no answer came. */
  readonly status: number;
  readonly answer: ErrorAnswer;

  constructor(status: number, answer: ErrorAnswer) {
    super(answer.message);
    this.status = status;
    this.answer = answer;
  }

  /** There was no answer, or an unreadable one. The command may have been carried out anyway. */
  get isOutcomeUnknown(): boolean {
    return this.status === 0 || this.status >= 500;
  }
}

export function isCode(error: unknown, code: string): error is ApiError {
  return error instanceof ApiError && error.answer.code === code;
}

export function noAnswer(message: string): ApiError {
  return new ApiError(0, { message, code: "no_answer", requestId: "" });
}

/** The code for an answer that did not come from the API, for example from a proxy. */
export const unreadable = "unreadable";

/** The message to show for anything that was thrown. `otherwise` is used if the server's answer has no message. */
export function errorText(error: unknown, otherwise?: string): string {
  const isSilent = !(error instanceof Error) || error.message === "";
  const isUnreadable = isCode(error, unreadable);
  if (isSilent || (isUnreadable && otherwise !== undefined))
    return otherwise ?? "Something went wrong. Please try again.";
  return error.message;
}

/** Adds a full stop, so that another sentence can follow: "The price has changed" has none. */
export function withFullStop(text: string): string {
  return text.replace(/[^.!?]$/, "$&.");
}

/** Whether the command may have been carried out although the call failed. */
export function isUnknown(error: unknown): boolean {
  return error instanceof ApiError && error.isOutcomeUnknown;
}
