/** The job of one message: takes it, sends it, and stores the result. */
import type { Logger } from "pino";
import type { Secrets } from "../serve/secrets.ts";
import type { GatewayHealth } from "./gateway-health.ts";
import type { SmsGateway } from "./options.ts";
import { smsOutbox } from "./outbox.ts";
import { type Addressed, openWhole, type Sender, sendRow, type Taken, whyNotTo } from "./send-row.ts";
import { failureAnswer, tidyAnswer, type SendResult } from "./send-result.ts";
import { internationalPhone } from "#contract/terms/phone.ts";

export interface SmsWork extends Sender {
  secrets: Secrets;
  log: Logger;
  gateway: SmsGateway;
  health: GatewayHealth;
}

interface MessageRow extends Addressed {
  text: string;
  sealed: string | null;
}

export async function workSms(work: SmsWork, id: number): Promise<void> {
  const made = await sendRow(work, smsOutbox, id, (row: Taken<MessageRow>) => sendMessage(work, row));
  if (made === undefined) return;
  const { row, result } = made;
  const { outcome } = result;
  if (outcome !== "sent")
    work.log.warn({ message: id, outcome, attempts: row.attempts }, "a message was not sent");
  await work.health.note("sms", result);
}

async function sendMessage({ pool, gateway, secrets, ages }: SmsWork, row: MessageRow): Promise<SendResult> {
  const why = await whyNotTo(pool, row);
  if (why !== undefined) return { outcome: "refused", answer: why };
  const text = openWhole(secrets, row);
  if (text === undefined) return { outcome: "refused", answer: "It was sealed with another secret" };
  return sendSms(
    gateway,
    { to: row.recipient, text, secrets: secretWords(text, row.text) },
    ages.patience.answer_ms,
  );
}

/** The words of the complete text that the readable one does not have. */
function secretWords(whole: string, readable: string): string[] {
  const shown = new Set(words(readable));
  return words(whole).filter((word) => !shown.has(word));
}

function words(text: string): string[] {
  return text.split(/[\s,.:;()]+/).filter(Boolean);
}

interface Sms {
  /** "0244123456" or "233244123456" */
  to: string;
  text: string;
  /** Texts to remove from the stored answer: some gateways repeat their input. */
  secrets: string[];
}

const body_length_max = 4000;

async function sendSms(gateway: SmsGateway, sms: Sms, answer_ms: number): Promise<SendResult> {
  try {
    const response = await fetch(gatewayUrl(gateway, sms), {
      // Following a redirect could send the key to another server.
      redirect: "manual",
      signal: AbortSignal.timeout(answer_ms),
      headers: { accept: "application/json, text/plain;q=0.9" },
    });
    return readAnswer(gateway, sms, response.status, await readStart(response));
  } catch (error) {
    return { outcome: "failed", answer: failureAnswer(error, "The gateway") };
  }
}

/** The template with its fields filled in, each encoded. */
export function gatewayUrl({ url, key, sender }: SmsGateway, { to, text }: Sms): string {
  const [keyId = "", ...rest] = key.split(":");
  const values: Record<string, string> = {
    key,
    keyId,
    keySecret: rest.join(":"),
    sender,
    to: internationalPhone(to),
    message: text,
  };
  return url.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? encodeURIComponent(values[name] ?? "") : whole,
  );
}

function readAnswer(gateway: SmsGateway, sms: Sms, status: number, body: string): SendResult {
  const { key } = gateway;
  const said = `${status} ${body}`;
  const answer = tidyAnswer(without(said, [key, ...key.split(":"), sms.text, ...sms.secrets]));
  if (gateway.success.test(said)) return { outcome: "sent", answer };
  if (gateway.noCredit?.test(said)) return { outcome: "no credit", answer };
  return { outcome: gateway.refused?.test(said) ? "refused" : "failed", answer };
}

/** Plain, and as they are encoded in a URL or in JSON. */
function without(text: string, secrets: string[]): string {
  const written = secrets
    .filter((secret) => secret.length >= 3)
    .flatMap((secret) => [
      secret,
      encodeURIComponent(secret),
      encodeURIComponent(secret).replaceAll("%20", "+"),
      JSON.stringify(secret).slice(1, -1),
    ]);
  return written.reduce((left, secret) => left.replaceAll(secret, "…"), text);
}

async function readStart(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (text.length >= body_length_max) break;
  }
  return text.slice(0, body_length_max);
}
