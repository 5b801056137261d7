/** A push service on its own port, for tests. It keeps what it gets, and can be told to misbehave. */
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestBrowser } from "./test-browser.ts";

export interface TakenPush {
  /** Where the browser's subscription is. */
  endpoint: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** What it answers, after a delay. With undefined it never answers. */
type Answer = { status: number; after_ms?: number; headers?: Record<string, string> } | undefined;

export interface TestPushService {
  origin: string;
  /** All requests, accepted or not. */
  asked: TakenPush[];
  answer: (push: TakenPush) => Answer;
  /** The notifications that this browser could read, in order. */
  shownBy(browser: TestBrowser): unknown[];
  /** Breaks off all requests that have no answer. */
  cut(): void;
  stop(): Promise<void>;
}

export const accepted = (): Answer => ({ status: 201 });

/** @param into becomes the service */
export async function startTestPushService(into = {} as TestPushService): Promise<TestPushService> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const endpoint = `${service.origin}${request.url}`;
      const push = { endpoint, headers: request.headers, body: Buffer.concat(parts) };
      service.asked.push(push);
      const answer = service.answer(push);
      if (!answer) return;
      const { status, after_ms = 0, headers } = answer;
      setTimeout(() => response.writeHead(status, headers).end(), after_ms);
    });
  });
  const service: TestPushService = Object.assign(into, {
    origin: "",
    asked: [],
    answer: accepted,
    shownBy: (browser: TestBrowser) =>
      service.asked
        .filter(({ endpoint }) => endpoint === browser.subscription.endpoint)
        .map(({ body }): unknown => JSON.parse(browser.decrypt(body))),
    cut: () => server.closeAllConnections(),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  service.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return service;
}
