/** The job of one message: takes it, sends it, and stores the result. */
import type { Logger } from "pino";
import type { Secrets } from "../serve/secrets.ts";
import type { GatewayHealth } from "./gateway-health.ts";
import type { SmsGateway } from "./options.ts";
import { smsOutbox } from "./outbox.ts";
import { type Addressed, openWhole, whyNotTo } from "./recipients.ts";
import { sendRow, type Sender, type Taken } from "./send-row.ts";
import { sendSms } from "./send-sms.ts";
import type { Verdict } from "./verdict.ts";

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
  const made = await sendRow(work, smsOutbox, id, (row: Taken<MessageRow>) => hand(work, row));
  if (made === undefined) return;
  const { row, verdict } = made;
  const { outcome } = verdict;
  if (outcome !== "sent")
    work.log.warn({ message: id, outcome, attempts: row.attempts }, "a message was not sent");
  await work.health.note("sms", verdict);
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
