/** Calls the API of a shop. */

export interface Call {
  method: "GET" | "POST" | "PUT";
  /** Without /api. */
  path: string;
  body?: object | string;
  /** Of a session. */
  token?: string;
  /** Under which a command can be repeated. */
  key?: string;
  headers?: Record<string, string>;
}

export interface Answer {
  status: number;
  retryAfter: string | null;
  text: string;
}

/** @param patience_ms how long the caller waits; for ever by default @throws if no answer came */
export async function call(
  url: string,
  { method, path, body, token, key, headers }: Call,
  patience_ms?: number,
): Promise<Answer> {
  const response = await fetch(`${url}/api${path}`, {
    method,
    headers: {
      ...(body !== undefined && { "content-type": "application/json" }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(key !== undefined && { "idempotency-key": key }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    ...(patience_ms !== undefined && { signal: AbortSignal.timeout(patience_ms) }),
  });
  const retryAfter = response.headers.get("retry-after");
  return { status: response.status, retryAfter, text: await response.text() };
}

/** @throws for an answer that is not a success */
export async function ask<T>(url: string, given: Call): Promise<T> {
  const { status, text } = await call(url, given);
  if (status >= 300) throw new Error(`${given.method} ${given.path}: ${status} ${text.slice(0, 500)}`);
  return JSON.parse(text) as T;
}
