/** Calls the API of a shop, and opens its websockets. */
import WebSocket from "ws";

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

/** @param onMessage gets every message @returns the socket, when the shop has welcomed it */
export async function openSocket(
  url: string,
  token: string,
  onMessage: (data: Buffer) => void = () => {},
): Promise<WebSocket> {
  const { ticket } = await ask<{ ticket: string }>(url, { method: "POST", path: "/live/ticket", token });
  const socket = new WebSocket(`${url.replace("http", "ws")}/api/live`, { perMessageDeflate: false });
  socket.on("message", onMessage);
  await new Promise<void>((resolve, reject) => {
    socket.once("error", reject).once("close", () => reject(new Error("a socket was closed")));
    socket.once("open", () => socket.send(JSON.stringify({ type: "hello", ticket, position: null })));
    socket.once("message", () => resolve());
  });
  return socket;
}
