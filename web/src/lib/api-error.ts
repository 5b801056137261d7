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

/** The message for people, whatever was thrown. */
export function errorText(error: unknown, otherwise = "Something went wrong. Please try again."): string {
  return error instanceof Error && error.message !== "" ? error.message : otherwise;
}

/** Whether what was asked for may have been done although it failed here. */
export function isUnknown(error: unknown): boolean {
  return error instanceof ApiError && error.isOutcomeUnknown;
}
