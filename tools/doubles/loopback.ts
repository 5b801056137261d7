/** A server that only this machine can reach. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

const body_bytes_max = 1_000_000;

/** @param port 0 for any free one. @throws if the port is in use */
export async function listenOnLoopback(
  listener: RequestListener,
  port = 0,
): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(listener);
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > body_bytes_max) throw new Error("the request is too long");
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}

export type Fields = Record<string, unknown>;

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** @returns undefined if the body is no JSON object */
export function fieldsOf(body: string): Fields | undefined {
  try {
    const fields: unknown = JSON.parse(body);
    return isFields(fields) ? fields : undefined;
  } catch {
    return undefined;
  }
}

/** What a proxy answers when the server behind it fails: HTML. */
export function answerBadGateway(response: ServerResponse): void {
  response
    .writeHead(502, { "content-type": "text/html" })
    .end("<html><head><title>502 Bad Gateway</title></head></html>");
}
