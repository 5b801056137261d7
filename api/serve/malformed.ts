/**
 * Refuses requests that never reach a route: invalid HTTP, headers that are too large, or an invalid address. They get the
 * shape of all refusals, while Node and the adapter would answer without a body.
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
   * Whether a request opens a websocket. Other upgrade requests are answered as ordinary requests: the adapter would answer
   * them without a body, or never, and Node neither times such a socket out nor closes it at shutdown.
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
      new ApiError("expectation_failed", "The Expect header of this request is not supported"),
    );
    response.writeHead(status, headers).end(body);
  });
  return server;
}

/** A Host or an address that is no valid URL. */
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
  const answering = Reflect.get(socket, "_httpMessage") as ServerResponse | null | undefined;
  // The client is gone, or is already getting another answer.
  if (code === "ECONNRESET" || !socket.writable || answering?.headersSent === true) {
    socket.destroy();
    return;
  }
  // What came before it was a whole request. It is being carried out, so it gets its own answer, and nothing after it does.
  if (answering?.req.complete === true) {
    answering.shouldKeepAlive = false;
    return;
  }
  const { status, headers, body } = written(refusalOf(code));
  const lines = Object.entries({ ...headers, "content-length": Buffer.byteLength(body) });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  const text = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n`;
  // The rest of its data is not read.
  socket.end(isHead(error) ? text : text + body, () => socket.destroy());
}

/**
 * An answer to HEAD must have no body: the client would read it as the next answer. Known if the faulty packet has the
 * start of the request.
 */
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
