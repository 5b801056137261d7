/** Asks a supplier over HTTP. Whatever cannot be read is no answer. */
import { z } from "zod";
import type { Answer } from "./supplier.ts";

export interface Said {
  status: number;
  body: unknown;
}

interface Question {
  url: string;
  headers: Record<string, string>;
  /** Sent as JSON by POST; without it, it is a GET. */
  body?: object | undefined;
  /** How long an answer may take. */
  answer_ms: number;
  /** The shop stops. What is being asked then counts as unanswered. */
  closing: AbortSignal;
}

/** The answer's status and body, or why there is none. */
export async function callSupplier({
  url,
  headers,
  body,
  answer_ms,
  closing,
}: Question): Promise<Said | string> {
  try {
    const response = await fetch(url, {
      method: body === undefined ? "GET" : "POST",
      // Following a redirect could send the key to another server.
      redirect: "manual",
      signal: AbortSignal.any([AbortSignal.timeout(answer_ms), closing]),
      headers: { "content-type": "application/json", ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  } catch (error) {
    return error instanceof Error && error.name === "TimeoutError"
      ? "no answer yet"
      : "no answer that can be read";
  }
}

/** What a good answer says; undefined if it is none, or cannot be read. */
export function goodBody<T>(said: Said | string, body: z.ZodType<T>): T | undefined {
  return typeof said === "string" || said.status !== 200 ? undefined : body.safeParse(said.body).data;
}

/** Nothing is concluded from it. */
export function unknown(said: string, isFailure: boolean): Extract<Answer, { state: "unknown" }> {
  return { state: "unknown", said, isFailure };
}

/** It does not know the order. It may still get it, so nothing is concluded from that either. */
export function missing(said: string): Answer {
  return { ...unknown(said, false), isMissing: true };
}

export const text = z.string().max(300);

/** An amount as a number or text, of whole hundredths; in hundredths. */
export const hundredths = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d{1,9}(\.\d{1,2})?$/)
      .transform(Number),
  ])
  .refine((amount) => amount >= 0 && Math.abs(amount * 100 - Math.round(amount * 100)) < 1e-6)
  .transform((amount) => Math.round(amount * 100));
