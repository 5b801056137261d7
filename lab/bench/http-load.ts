/**
 * The load of the HTTP benchmark, in its own process: keep-alive connections that each send one request after the other.
 * It uses plain sockets, because it shares two cores with what it measures. It parses only enough HTTP to find the end of
 * an answer.
 */
import { randomUUID } from "node:crypto";
import { connect, type Socket } from "node:net";

export interface Load {
  port: number;
  path: string;
  tokens: string[];
  body: string;
  /** Wrong passwords for unknown accounts from everywhere, instead of the body. Any answer will do. */
  logins?: true;
  /** A bulk call: this many lines of this body, each under its own key. */
  lines?: number;
  /** Index of the first token to use; random by default. */
  first?: number;
  connections: number;
  duration_ms: number;
  /** Requests per second at a constant rate; as fast as answers come by default. */
  perSecond?: number;
}

export interface LoadResult {
  perSecond: number;
  latencies_ms: number[];
}

process.on("message", (load: Load) => {
  run(load).then(
    (result) => process.send?.(result),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});

async function run(load: Load): Promise<LoadResult> {
  const latencies_ms: number[] = [];
  const sockets = await Promise.all(Array.from({ length: load.connections }, () => open(load.port)));
  const started_ms = performance.now();
  const first = load.first ?? Math.floor(Math.random() * load.tokens.length);
  let next = first;
  const lanes = sockets.map(async (socket) => {
    for (let began = performance.now(); began - started_ms < load.duration_ms;) {
      const index = next++;
      if (load.perSecond !== undefined) {
        await sleepUntil(started_ms + ((index - first) * 1000) / load.perSecond);
        began = performance.now();
      }
      const isSuccess = load.logins ? /^HTTP\/1\.1 / : /^HTTP\/1\.1 20[01] /;
      await ask(socket, load.logins ? loginText(index) : requestText(load, index), isSuccess);
      const ended = performance.now();
      latencies_ms.push(ended - began);
      began = ended;
    }
  });
  await Promise.all(lanes);
  const seconds = (performance.now() - started_ms) / 1000;
  for (const socket of sockets) socket.destroy();
  return { perSecond: latencies_ms.length / seconds, latencies_ms };
}

async function sleepUntil(at_ms: number): Promise<void> {
  const wait_ms = at_ms - performance.now();
  if (wait_ms > 0) await new Promise((resolve) => setTimeout(resolve, wait_ms));
}

function requestText({ path, tokens, lines, body: one }: Load, index: number): string {
  const token = tokens[index % tokens.length];
  const body = lines === undefined ? one : bulkOf(one, lines);
  return (
    `POST ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\n` +
    `idempotency-key: ${randomUUID()}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
  );
}

/** Each from another address, so that no limit per address answers before the password is checked. */
function loginText(index: number): string {
  const body = JSON.stringify({ userPhone: `02${String(10_000_000 + index)}`, password: "wrong password" });
  const address = `41.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`;
  return (
    `POST /api/user/login HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: ${address}\r\n` +
    `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
  );
}

function bulkOf(body: string, lines: number): string {
  const line = () => `{"key":"${randomUUID()}",${body.slice(1)}`;
  return `{"lines":[${Array.from({ length: lines }, line).join()}]}`;
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true }, () => resolve(socket));
    socket.setEncoding("latin1").once("error", reject);
  });
}

/** Resolves at the end of the answer, which must be a success. */
function ask(socket: Socket, request: string, isSuccess: RegExp): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = "";
    let length = -1;
    const take = (chunk: string) => {
      text += chunk;
      if (length < 0) {
        const head = text.indexOf("\r\n\r\n");
        if (head < 0) return;
        const body = /content-length: (\d+)/i.exec(text.slice(0, head))?.[1];
        if (!isSuccess.test(text) || body === undefined)
          return reject(new Error(`unexpected answer: ${text.slice(0, 500)}`));
        length = head + 4 + Number(body);
      }
      if (text.length < length) return;
      socket.off("data", take);
      resolve();
    };
    socket.on("data", take);
    socket.write(request);
  });
}
