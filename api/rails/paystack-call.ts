/** One call of Paystack's API, and what all its answers have. */
import { z } from "zod";

export interface PaystackSettings {
  /** sk_live_… or sk_test_… */
  key: string;
  /** Without a slash at the end. */
  url: string;
  /** How long an answer may take. */
  answer_ms: number;
}

/** Undefined for what the documents do not describe. */
export type Reader<T> = (status: number, body: unknown) => T | undefined;

/** With a body it is posted. Undefined: there is no answer, or none that anybody understands. */
export async function callPaystack<T>(
  { url, key, answer_ms }: PaystackSettings,
  path: string,
  read: Reader<T>,
  body?: object,
): Promise<T | undefined> {
  try {
    const response = await fetch(url + path, {
      method: body === undefined ? "GET" : "POST",
      // Following a redirect could send the key to another server.
      redirect: "manual",
      signal: AbortSignal.timeout(answer_ms),
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return read(response.status, await response.json());
  } catch {
    return undefined;
  }
}

export function domainOf({ key }: PaystackSettings): "live" | "test" {
  return key.startsWith("sk_live_") ? "live" : "test";
}

/** Does not understand an answer that names another reference than the one that was asked about. */
export function about<T>(asked: string, read: Reader<T>): Reader<T> {
  return (status, body) => {
    const { data: named } = naming.safeParse(body);
    return named === undefined || named.data.reference === asked ? read(status, body) : undefined;
  };
}

export const text = z.string().max(500);
export const word = z.string().max(20);
const naming = z.object({ data: z.object({ reference: text }) });
export const refusal = z.object({ status: z.literal(false), message: text });

/** Reads what a good answer is about. */
export function good<T>(schema: z.ZodType<T>, statuses: readonly number[] = [200]): Reader<T> {
  const answer = z.object({ status: z.literal(true), data: schema });
  return (status, body) => (statuses.includes(status) ? answer.safeParse(body).data?.data : undefined);
}

export function refusedAnswer(body: unknown): { step: "refused"; said: string } | undefined {
  const { data } = refusal.safeParse(body);
  return data && { step: "refused", said: data.message };
}
