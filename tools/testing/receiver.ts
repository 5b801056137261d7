/** A shop that only takes webhooks, for the tests of the doubles. */
import type { IncomingHttpHeaders } from "node:http";
import { afterEach, beforeEach } from "vitest";
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

/** A new one for each test of a file. */
export function openReceiver(): Receiver {
  const receiver = {} as Receiver;
  beforeEach(() => start(receiver));
  afterEach(() => receiver.close());
  return receiver;
}

async function start(receiver: Receiver): Promise<void> {
  const server = await listenOnLoopback((request, response) => {
    void readBody(request).then((body) => {
      const one = { headers: request.headers, body };
      receiver.received.push(one);
      const status = receiver.answer(one);
      if (status !== undefined) response.writeHead(status).end();
    });
  });
  receiver.url = `${server.url}/webhook`;
  receiver.received = [];
  receiver.answer = () => 200;
  receiver.close = () => server.close();
}
