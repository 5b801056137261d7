/** Sends what no HTTP client would: through node:http where that lets it, else byte by byte. */
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { gunzipSync } from "node:zlib";

export interface Sent {
  method: string;
  path: string;
  headers: [string, string][];
  body: string | undefined;
}

export interface Received {
  status: number;
  headers: Headers;
  text: string;
}

const answer_ms_max = 10_000;
/** Nothing said by either side for so long: the client leaves. */
const silent_ms_max = 500;

/** Undefined where the server closed the connection without an answer. */
export async function send(url: string, agent: Agent, sent: Sent): Promise<Received | undefined> {
  return isLegal(sent) ? sendWhole(url, agent, sent) : sendBytes(url, sent);
}

/** Framing is node:http's own matter, so what meddles with it goes by hand. */
const framing = new Set(["content-length", "transfer-encoding", "connection", "upgrade", "expect", "host"]);

function isLegal({ method, path, headers, body }: Sent): boolean {
  return (
    method !== "TRACE" &&
    /^[\x21-\x7e]*$/.test(path) &&
    headers.every(
      ([name, value]) =>
        /^[a-z-]+$/.test(name) &&
        /^[\x20-\x7e]*$/.test(value) &&
        (!framing.has(name) ||
          (name === "content-length" && value === String(Buffer.byteLength(body ?? "")))),
    )
  );
}

function sendWhole(
  url: string,
  agent: Agent,
  { method, path, headers, body }: Sent,
): Promise<Received | undefined> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const out = request({ hostname, port, agent, method, path, timeout: answer_ms_max });
    for (const [name, value] of headers) out.setHeader(name, value);
    out.on("response", (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", () => resolve(undefined));
      response.on("end", () => {
        const received = new Headers();
        for (const [name, value] of Object.entries(response.headers)) received.set(name, String(value));
        resolve({
          status: response.statusCode ?? 0,
          headers: received,
          text: unpacked(received, Buffer.concat(chunks)),
        });
      });
    });
    out.on("timeout", () => reject(new Error(`no answer to ${method} ${path} in ${answer_ms_max} ms`)));
    // A body that is refused unread ends the connection, sometimes before the answer is seen.
    out.on("error", () => resolve(undefined));
    out.end(body);
  });
}

function sendBytes(url: string, { method, path, headers, body }: Sent): Promise<Received | undefined> {
  const { hostname, port } = new URL(url);
  const given = new Set(headers.map(([name]) => name));
  const content = Buffer.from(body ?? "");
  const all: [string, string][] = [
    ...(given.has("host") ? [] : ([["host", "localhost"]] as [string, string][])),
    ...headers,
    ...(given.has("connection") ? [] : ([["connection", "close"]] as [string, string][])),
    ...(given.has("content-length") || given.has("transfer-encoding")
      ? []
      : ([["content-length", String(content.length)]] as [string, string][])),
  ];
  const head = `${method} ${path} HTTP/1.1\r\n${all.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`;
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect({ host: hostname, port: Number(port) }, () => {
      socket.write(Buffer.concat([Buffer.from(head, "latin1"), content]));
    });
    // A body that is shorter than it says: the server waits for more, and none comes.
    socket.setTimeout(silent_ms_max, () => socket.end());
    socket.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      // A connection that is kept need not be waited for.
      if (isWhole(Buffer.concat(chunks))) socket.destroy();
    });
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(parse(Buffer.concat(chunks))));
  });
}

function isWhole(bytes: Buffer): boolean {
  const text = bytes.toString("latin1");
  const end = text.indexOf("\r\n\r\n");
  const length = /\r\ncontent-length: (\d+)\r\n/i.exec(text.slice(0, end + 2))?.[1];
  return end > 0 && length !== undefined && bytes.length >= end + 4 + Number(length);
}

function parse(bytes: Buffer): Received | undefined {
  // A character a byte, until it is known what is text.
  const text = bytes.toString("latin1");
  // "100 Continue" comes before the answer.
  const whole = text.replace(/^HTTP\/1\.1 100 [^\r]*\r\n\r\n/, "");
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(whole)?.[1]);
  if (!status) return undefined;
  const end = whole.indexOf("\r\n\r\n");
  const headers = new Headers();
  for (const line of whole.slice(0, end).split("\r\n").slice(1)) {
    const at = line.indexOf(":");
    if (at > 0) headers.append(line.slice(0, at), line.slice(at + 1).trim());
  }
  const body = Buffer.from(whole.slice(end + 4), "latin1");
  const isChunked = headers.get("transfer-encoding") === "chunked";
  return { status, headers, text: unpacked(headers, isChunked ? unchunk(body) : body) };
}

/** @throws where it says that it is compressed and is not, or not whole. */
function unpacked(headers: Headers, body: Buffer): string {
  // A HEAD has the header only.
  const isSmall = headers.get("content-encoding") === "gzip" && body.length > 0;
  return (isSmall ? gunzipSync(body) : body).toString();
}

function unchunk(body: Buffer): Buffer {
  const parts: Buffer[] = [];
  let rest = body;
  for (;;) {
    const end = rest.indexOf("\r\n");
    const length = Number.parseInt(rest.subarray(0, end).toString(), 16);
    if (end < 0 || !(length > 0)) return Buffer.concat(parts);
    parts.push(rest.subarray(end + 2, end + 2 + length));
    rest = rest.subarray(end + 2 + length + 2);
  }
}
