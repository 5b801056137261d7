/** A shop that only takes webhooks, for the tests of the doubles. */
import type { IncomingHttpHeaders } from "node:http";
import { listenOnLoopback, readBody } from "../doubles/loopback.ts";

export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Receiver {
  url: string;
  received: Received[];
  /** The status of the next answers. With undefined it never answers. */
  answer: (received: Received) => number | undefined;
  close(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const receiver: Receiver = { url: "", received: [], answer: () => 200, close: () => server.close() };
  const server = await listenOnLoopback((request, response) => {
    void readBody(request).then((body) => {
      const one = { headers: request.headers, body };
      receiver.received.push(one);
      const status = receiver.answer(one);
      if (status !== undefined) response.writeHead(status).end();
    });
  });
  receiver.url = `${server.url}/webhook`;
  return receiver;
}
