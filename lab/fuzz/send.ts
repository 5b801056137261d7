/** Sends requests that no HTTP client would send: with node:http if it allows them, else as bytes over TCP. */
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
/** A client whose request never becomes whole, or whose answer has no end, hangs up after this silence. */
const silent_ms_max = 500;

/** Returns undefined if the server closed the connection without an answer. */
export async function send(url: string, agent: Agent, sent: Sent): Promise<Received | undefined> {
  return isLegal(sent) ? sendWhole(url, agent, sent) : sendBytes(url, sent);
}

/** node:http sets these headers itself, so requests that change them are sent as bytes. */
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
          text: decompressed(received, Buffer.concat(chunks)),
        });
      });
    });
    out.on("timeout", () => reject(new Error(`no answer to ${method} ${path} in ${answer_ms_max} ms`)));
    // A body that is refused before it is read ends the connection, sometimes before the answer arrives.
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
    // If the request is not whole, the server waits for the rest, which never comes. A whole one may take its time: hanging
    // up on it would lose the answer.
    socket.setTimeout(isWholeRequest(all, content) ? answer_ms_max : silent_ms_max, () => socket.end());
    socket.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      const bytes = Buffer.concat(chunks);
      // The answer is complete, so there is no need to wait until a keep-alive connection closes.
      if (isWhole(bytes)) socket.destroy();
      else if (statusOf(finalAnswer(bytes)) > 0) socket.setTimeout(silent_ms_max);
    });
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(parse(Buffer.concat(chunks))));
  });
}

function isWholeRequest(headers: [string, string][], content: Buffer): boolean {
  const framed = headers.filter(([name]) => name === "content-length" || name === "transfer-encoding");
  return framed.length === 1 && framed[0]!.join() === `content-length,${content.length}`;
}

function isWhole(bytes: Buffer): boolean {
  const answer = finalAnswer(bytes);
  const end = endOf(answer);
  return end !== undefined && answer.length >= end;
}

/** Where the answer ends; undefined if its header does not say so. */
function endOf(answer: string): number | undefined {
  const end = answer.indexOf("\r\n\r\n");
  const length = /\r\ncontent-length: (\d+)\r\n/i.exec(answer.slice(0, end + 2))?.[1];
  return end > 0 && length !== undefined ? end + 4 + Number(length) : undefined;
}

/** One character per byte, until the body's encoding is known. "100 Continue" can come before the answer. */
function finalAnswer(bytes: Buffer): string {
  return bytes.toString("latin1").replace(/^HTTP\/1\.1 100 [^\r]*\r\n\r\n/, "");
}

function statusOf(answer: string): number {
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);
}

function parse(bytes: Buffer): Received | undefined {
  const whole = finalAnswer(bytes);
  const status = statusOf(whole);
  if (status === 0) return undefined;
  const end = whole.indexOf("\r\n\r\n");
  const headers = new Headers();
  for (const line of whole.slice(0, end).split("\r\n").slice(1)) {
    const at = line.indexOf(":");
    if (at > 0) headers.append(line.slice(0, at), line.slice(at + 1).trim());
  }
  // What follows is the server's answer to the rest of the connection, which is no request.
  const body = Buffer.from(whole.slice(end + 4, endOf(whole)), "latin1");
  const isChunked = headers.get("transfer-encoding") === "chunked";
  return { status, headers, text: decompressed(headers, isChunked ? unchunk(body) : body) };
}

/** @throws if the body is declared as compressed but is not, or is incomplete */
function decompressed(headers: Headers, body: Buffer): string {
  // An answer to HEAD has the header but no body.
  const isCompressed = headers.get("content-encoding") === "gzip" && body.length > 0;
  return (isCompressed ? gunzipSync(body) : body).toString();
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
