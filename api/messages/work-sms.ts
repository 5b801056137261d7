/** The job of one message: takes it, sends it, and stores the result. */
import type { Pool } from "pg";
import type { Logger } from "pino";
import type { Secrets } from "../serve/secrets.ts";
import type { Circuit } from "./circuit.ts";
import type { GatewayHealth } from "./gateway-health.ts";
import type { SmsGateway } from "./options.ts";
import { type Ages, smsOutbox, postpone, settle, take, tryLater } from "./outbox.ts";
import { type Addressed, whyNotTo } from "./recipients.ts";
import { sendSms } from "./send-sms.ts";
import type { Verdict } from "./verdict.ts";
import { openWhole } from "./whole-text.ts";

export interface SmsWork {
  pool: Pool;
  secrets: Secrets;
  log: Logger;
  gateway: SmsGateway;
  circuit: Circuit;
  health: GatewayHealth;
  ages: Ages;
}

interface MessageRow extends Addressed {
  attempts: number;
  text: string;
  sealed: string | null;
}

export async function workSms(work: SmsWork, id: number): Promise<void> {
  const { pool, circuit, health, ages, log } = work;
  const made = await circuit.attempt(async () => {
    const row = await take<MessageRow>(pool, smsOutbox, id, ages);
    return { row, verdict: row && (await hand(work, row)) };
  });
  if (made === "open") return postpone(pool, smsOutbox, id, circuit.pause_ms());
  const { row, verdict } = made;
  if (!row || !verdict) return;
  const { outcome, answer } = verdict;
  if (outcome === "sent") await settle(pool, smsOutbox, row, "sent", answer);
  else if (outcome === "failed") await tryLater(pool, smsOutbox, row, answer, ages);
  else await settle(pool, smsOutbox, row, "refused", answer);
  if (outcome !== "sent")
    log.warn({ message: id, outcome, attempts: row.attempts }, "a message was not sent");
  await health.note("sms", verdict);
}

async function hand({ pool, gateway, secrets, ages }: SmsWork, row: MessageRow): Promise<Verdict> {
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
