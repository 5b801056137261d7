/** Both rails on loopback, with a page where a developer acts as the customer. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { DoubleClock } from "./clock.ts";
import { actAtDesk, type Desk, deskPage } from "./desk-page.ts";
import { hostilePaystack, hostileSms } from "./hostile-shares.ts";
import { escapeHtml, htmlPage } from "./html.ts";
import { listenOnLoopback, readBody } from "./loopback.ts";
import { startPaystackDouble } from "./paystack/double.ts";
import { SmsPhone } from "./sms-phone/phone.ts";

/** They open nothing but this play money, so a developer can keep them in a shop's settings. */
export const playKeys = { secretKey: "sk_test_play_money", signingKey: "play-money-signing-key" };

export interface DeskOptions {
  /** Of the page; Paystack gets the one after it. 0 for any free ones. */
  port: number;
  seed: number;
  /** How many times as fast as the real time. */
  speed: number;
  /** Whether the rails behave as in a storm. Otherwise they behave well, and a person acts for the customers. */
  isHostile: boolean;
  paystackWebhook: string;
  smsWebhook: string;
  secretKey: string;
  signingKey: string;
  /** Customers approve by themselves after some seconds, unless their numbers choose something else. */
  customersAct?: boolean;
  /** As of the double of Paystack. */
  opening?: number;
  firstId?: number;
}

const soon_ms = { min: 3000, max: 6000 };

export interface RunningDesk extends Desk {
  url: string;
  close(): Promise<void>;
}

export async function openDesk(options: DeskOptions): Promise<RunningDesk> {
  const { port, seed, isHostile, customersAct = false } = options;
  const clock = new DoubleClock(Date.now());
  const paystack = await startPaystackDouble({
    seed,
    clock,
    secretKey: options.secretKey,
    webhookUrl: options.paystackWebhook,
    shares: isHostile ? hostilePaystack : customersAct ? {} : { payment: { customer: { waits: 1 } } },
    react_ms: customersAct ? soon_ms : undefined,
    opening: options.opening,
    firstId: options.firstId,
    phonesChoose: true,
    port: port === 0 ? 0 : port + 1,
  });
  const phone = new SmsPhone({
    seed,
    clock,
    signingKey: options.signingKey,
    webhookUrl: options.smsWebhook,
    shares: isHostile ? hostileSms : {},
  });
  const desk: Desk = { paystack, phone };
  const page = await listenOnLoopback((request, response) => void serve(desk, request, response), port);
  const stopClock = clock.follow(options.speed);
  return {
    ...desk,
    url: page.url,
    async close() {
      stopClock();
      await Promise.all([page.close(), paystack.close(), phone.close()]);
    },
  };
}

async function serve(desk: Desk, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    if (request.method === "POST") {
      await actAtDesk(desk, new URLSearchParams(await readBody(request)));
      response.writeHead(303, { location: "/" }).end();
    } else response.writeHead(200, { "content-type": "text/html" }).end(deskPage(desk));
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    const html = htmlPage("This cannot be done", `<p>${escapeHtml(text)}</p><p><a href="/">Back</a></p>`);
    response.writeHead(400, { "content-type": "text/html" }).end(html);
  }
}
