/** An HTTP gateway for SMS on its own port, for tests and benchmarks. It can be told to misbehave. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { SmsGateway } from "#api/messages/options.ts";
import { ownPort } from "./own-port.ts";

export interface TakenSms {
  to: string;
  message: string;
  sender: string;
  key: string;
  at_ms: number;
}

/** What it answers, after a delay or `when` a test says so. With undefined it never answers. */
type Answer = { status?: number; body?: string; after_ms?: number; when?: Promise<unknown> } | undefined;

export interface TestGateway {
  config: SmsGateway;
  /** The messages that it accepted, in order. */
  taken: TakenSms[];
  /** All requests, accepted or not. */
  asked: number;
  /** Sets the next answers: one for all messages, or a function of the message. */
  answer: (sms: TakenSms) => Answer;
  /** Stops listening, like a gateway that is down. `start` listens at the same address again. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

export const well = (): Answer => ({ status: 200, body: `{"code":"ok","message":"Successfully Send"}` });

/** @param into becomes the gateway */
export async function startTestGateway(into = {} as TestGateway): Promise<TestGateway> {
  const port = await ownPort();
  let server = createServer();
  const gateway: TestGateway = Object.assign(into, {
    config: {
      url: "",
      key: "key-that-nobody-may-see",
      sender: "Cedibook",
      success: /^200 .*"code"\s*:\s*"ok"/s,
      refused: /"code"\s*:\s*"103"/,
      noCredit: /"code"\s*:\s*"105"/,
    },
    taken: [],
    asked: 0,
    answer: well,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
    async start() {
      server = createServer((request, response) => acceptSms(gateway, request, response));
      server.listen(port, "127.0.0.1");
      await once(server, "listening");
    },
  });
  await gateway.start();
  gateway.config.url = `http://127.0.0.1:${port}/send?key={key}&to={to}&from={sender}&sms={message}`;
  return gateway;
}

function acceptSms(gateway: TestGateway, request: IncomingMessage, response: ServerResponse): void {
  const { searchParams } = new URL(request.url ?? "", "http://gateway");
  const field = (name: string) => searchParams.get(name) ?? "";
  const sms = {
    to: field("to"),
    message: field("sms"),
    sender: field("from"),
    key: field("key"),
    at_ms: performance.timeOrigin + performance.now(),
  };
  gateway.asked += 1;
  const answer = gateway.answer(sms);
  if (answer === undefined) return;
  const { status = 200, body = "", after_ms = 0, when } = answer;
  const give = () => {
    if (gateway.config.success.test(`${status} ${body}`)) gateway.taken.push(sms);
    response.writeHead(status, { "content-type": "application/json" }).end(body);
  };
  if (when !== undefined) void when.then(give);
  else if (after_ms > 0) setTimeout(give, after_ms);
  else give();
}
