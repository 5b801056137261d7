import type { ErrorAnswer } from "#api/contract/errors.ts";

/** A call that did not succeed: the server's own words, or ours where no answer came. */
export class ApiError extends Error {
  override name = "ApiError";
  /** HTTP status; 0 where no answer came. */
  readonly status: number;
  readonly answer: ErrorAnswer;

  constructor(status: number, answer: ErrorAnswer) {
    super(answer.message);
    this.status = status;
    this.answer = answer;
  }

  /** No word from the server, or a confused one: a command may have been carried out all the same. */
  get isOutcomeUnknown(): boolean {
    return this.status === 0 || this.status >= 500;
  }
}

export function noAnswer(message: string): ApiError {
  return new ApiError(0, { message, code: "no_answer", requestId: "" });
}

/** Of an answer that is not the API's, as a proxy in between may give. */
export const unreadable = "unreadable";

/** The message for people, whatever was thrown; `otherwise` where the server's answer has none. */
export function errorText(error: unknown, otherwise?: string): string {
  const isSilent = !(error instanceof Error) || error.message === "";
  const isUnreadable = error instanceof ApiError && error.answer.code === unreadable;
  if (isSilent || (isUnreadable && otherwise !== undefined))
    return otherwise ?? "Something went wrong. Please try again.";
  return error.message;
}

/** A message with more to say behind it: "The price has changed" has no full stop of its own. */
export function sentence(text: string): string {
  return text.replace(/[^.!?]$/, "$&.");
}

/** Whether what was asked for may have been done although it failed here. */
export function isUnknown(error: unknown): boolean {
  return error instanceof ApiError && error.isOutcomeUnknown;
}
