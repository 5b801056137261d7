/** The job of one email: takes it, writes it, sends it, and stores the result. */
import type { Pool } from "pg";
import type { Database } from "#ledger/tables/open-reads.ts";
import { accountMessageKinds, accountMessageLabels } from "#contract/account-messages.ts";
import { serverLimits } from "#contract/terms/server-limits.ts";
import { issueReset } from "../auth/password-resets.ts";
import type { Secrets } from "../serve/secrets.ts";
import type { SendPasswordReset } from "./options.ts";
import type { Circuit } from "./circuit.ts";
import type { GatewayHealth } from "./gateway-health.ts";
import { letter } from "./letter.ts";
import { type Ages, mailOutbox, postpone, settle, take, tryLater } from "./outbox.ts";
import { isMailbox } from "./notices.ts";
import { type Addressed, whyNotTo } from "./recipients.ts";
import { resetMail } from "./reset-mail.ts";
import type { Mailer } from "./send-mail.ts";
import { openWhole } from "./whole-text.ts";
import type { Verdict } from "./verdict.ts";

export interface MailWork {
  pool: Pool;
  db: Database;
  secrets: Secrets;
  shopName: string;
  publicUrl: string;
  circuit: Circuit;
  health: GatewayHealth;
  ages: Ages;
  /** A mail server; or what replaces it in the demo shop, for links only. */
  transport: Pick<Mailer, "send"> | { showReset: SendPasswordReset };
}

interface MailRow extends Addressed {
  attempts: number;
  text: string;
  sealed: string | null;
  fresh_at: string;
}

/** Why the email is not sent, or the mail server's verdict. */
type Handed = { state: "cancelled" | "expired"; answer: string } | Verdict;

export async function workMail(work: MailWork, id: number): Promise<void> {
  const { pool, circuit, health } = work;
  const made = await circuit.attempt(async () => {
    const row = await take<MailRow>(pool, mailOutbox, id, work.ages);
    const handed = row && (await hand(work, row));
    return { row, handed, verdict: handed && "outcome" in handed ? handed : undefined };
  });
  if (made === "open") return postpone(pool, mailOutbox, id, circuit.pause_ms());
  const { row, handed, verdict } = made;
  if (!row || !handed) return;
  if ("state" in handed) return settle(pool, mailOutbox, row, handed.state, handed.answer);
  const { outcome, answer } = handed;
  if (outcome === "failed") await tryLater(pool, mailOutbox, row, answer, agesOf(work, row));
  else await settle(pool, mailOutbox, row, outcome === "sent" ? "sent" : "refused", answer);
  if (verdict) await health.note("email", verdict);
}

/** An email with a link is useless once its link would have expired. */
function agesOf({ ages }: MailWork, { kind }: MailRow): Ages {
  return kind === "password_reset" ? { ...ages, age_ms_max: serverLimits.password_reset_ms } : ages;
}

async function hand(work: MailWork, row: MailRow): Promise<Handed> {
  if (Date.parse(row.fresh_at) < Date.now() - agesOf(work, row).age_ms_max)
    return { state: "expired", answer: "" };
  if (row.kind === "password_reset") return handReset(work, row);
  const why = await whyNotTo(work.pool, row);
  if (why !== undefined) return { state: "cancelled", answer: why };
  const text = openWhole(work.secrets, row);
  const kind = accountMessageKinds.find((one) => one === row.kind);
  if (text === undefined || kind === undefined || !("send" in work.transport))
    return { state: "cancelled", answer: "This email cannot be written any more" };
  const subject = `${accountMessageLabels[kind]} - ${work.shopName}`;
  return work.transport.send(letter({ to: row.recipient, subject, paragraphs: [text] }));
}

async function handReset(
  { db, publicUrl, shopName, transport }: MailWork,
  { recipient: email }: MailRow,
): Promise<Handed> {
  if (!isMailbox(email)) return { state: "cancelled", answer: "This account has no email address" };
  const token = await issueReset(db, email);
  if (token === undefined) return { state: "cancelled", answer: "Nobody has this address any more" };
  const link = `${publicUrl}/reset-password/${token}`;
  if ("send" in transport) return transport.send(resetMail({ to: email, shopName, link }));
  await transport.showReset({ email, link });
  return { outcome: "sent", answer: "shown in the terminal" };
}
