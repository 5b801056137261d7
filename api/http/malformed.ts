/**
 * Requests that never reach a route, because what arrived is not HTTP, or too much of it, or names no address: refused in
 * the shape of all refusals, where Node and the adapter would answer without a body.
 */
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerOptions, STATUS_CODES } from "node:http";
import type { ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { getRequestListener, RequestError } from "@hono/node-server";
import { ApiError } from "./errors.ts";

type Fetch = Parameters<typeof getRequestListener>[0];

export interface Refusing {
  fetch: Fetch;
  /**
   * Whether a request is one for a websocket that would be opened. All others are answered as if they had not asked: the
   * adapter answers them without a body, or never, and Node neither times such a socket out nor closes it at the end.
   */
  isUpgrade: (request: IncomingMessage) => boolean;
}

export function createRefusingServer({ fetch, isUpgrade }: Refusing, options: ServerOptions): Server {
  const listener = getRequestListener(fetch, { errorHandler: answerUnroutable });
  const server = createServer(
    { ...options, requireHostHeader: false, shouldUpgradeCallback: isUpgrade },
    listener,
  );
  server.on("clientError", answerMalformed);
  server.on("checkExpectation", (_request: IncomingMessage, response: ServerResponse) => {
    const { status, headers, body } = written(
      new ApiError("expectation_failed", "This expectation is not met here"),
    );
    response.writeHead(status, headers).end(body);
  });
  return server;
}

/** A Host or an address that no URL can be made of. */
function answerUnroutable(error: unknown): Response {
  const refusal =
    error instanceof RequestError
      ? malformed()
      : new ApiError("unexpected", "Something went wrong on our side.");
  const { status, headers, body } = written(refusal);
  return new Response(body, { status, headers });
}

function answerMalformed(error: Error, socket: Duplex): void {
  const code: unknown = Reflect.get(error, "code");
  // A client that is gone, or is being answered already, would only be confused.
  const answering: unknown = Reflect.get(Reflect.get(socket, "_httpMessage") ?? {}, "headersSent");
  if (code === "ECONNRESET" || !socket.writable || answering === true) {
    socket.destroy();
    return;
  }
  const { status, headers, body } = written(refusalOf(code));
  const lines = Object.entries({ ...headers, "content-length": Buffer.byteLength(body) });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  const text = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n`;
  // Whatever else it sends is not read.
  socket.end(isHead(error) ? text : text + body, () => socket.destroy());
}

/** To HEAD no body may come: a client would take it for the next answer. Known where the beginning came with the fault. */
function isHead(error: Error): boolean {
  const packet: unknown = Reflect.get(error, "rawPacket");
  return Buffer.isBuffer(packet) && packet.toString("latin1", 0, 5) === "HEAD ";
}

function refusalOf(code: unknown): ApiError {
  if (code === "HPE_HEADER_OVERFLOW") return new ApiError("headers_too_large", "The headers are too large");
  if (code === "ERR_HTTP_REQUEST_TIMEOUT")
    return new ApiError("request_timeout", "The request took too long to arrive");
  return malformed();
}

function malformed(): ApiError {
  return new ApiError("request_malformed", "The request is not valid HTTP");
}

function written({ status, answer }: ApiError) {
  const requestId = randomUUID();
  const headers = {
    connection: "close",
    "cache-control": "no-store",
    "content-type": "application/json",
    "x-request-id": requestId,
  };
  return { status, headers, body: JSON.stringify({ ...answer, requestId }) };
}
