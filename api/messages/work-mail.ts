/** The job of one email: takes it, writes it, sends it, and stores the result. */
import type { Database } from "#ledger/tables/open-reads.ts";
import { accountMessageKinds } from "#contract/account-messages.ts";
import { messageNames } from "#contract/messages.ts";
import { serverLimits } from "#contract/terms/server-limits.ts";
import { issueReset } from "../auth/password-resets.ts";
import type { Secrets } from "../serve/secrets.ts";
import type { SendPasswordReset } from "./options.ts";
import type { GatewayHealth } from "./gateway-health.ts";
import { type Ages, mailOutbox } from "./outbox.ts";
import { isMailbox } from "./notices.ts";
import { type Addressed, openWhole, type Sender, sendRow, type Taken, whyNotTo } from "./send-row.ts";
import type { Mail, Mailer } from "./send-mail.ts";
import type { SendResult } from "./send-result.ts";

export interface MailWork extends Sender {
  db: Database;
  secrets: Secrets;
  shopName: string;
  publicUrl: string;
  health: GatewayHealth;
  /** A mail server; or what replaces it in the demo shop, for links only. */
  transport: Pick<Mailer, "send"> | { showReset: SendPasswordReset };
}

interface MailRow extends Addressed {
  text: string;
  sealed: string | null;
  fresh_at: string;
}

export async function workMail(work: MailWork, id: number): Promise<void> {
  const made = await sendRow(work, mailOutbox, id, async (row: Taken<MailRow>) => ({
    ...(await sendMail(work, row)),
    ages: agesOf(work, row),
  }));
  if (made) await work.health.note("email", made.result);
}

const mailKinds = ["test", ...accountMessageKinds] as const;

/** An email with a link is useless once its link would have expired. */
function agesOf({ ages }: MailWork, { kind }: MailRow): Ages {
  return kind === "password_reset" ? { ...ages, age_ms_max: serverLimits.password_reset_ms } : ages;
}

async function sendMail(work: MailWork, row: MailRow): Promise<SendResult> {
  if (Date.parse(row.fresh_at) < Date.now() - agesOf(work, row).age_ms_max)
    return { outcome: "expired", answer: "" };
  if (row.kind === "password_reset") return handReset(work, row);
  const why = await whyNotTo(work.pool, row);
  if (why !== undefined) return { outcome: "cancelled", answer: why };
  if (row.kind === "test" && !isMailbox(row.recipient))
    return { outcome: "cancelled", answer: "This account has no email address" };
  const text = openWhole(work.secrets, row);
  const kind = mailKinds.find((one) => one === row.kind);
  if (text === undefined || kind === undefined || !("send" in work.transport))
    return { outcome: "cancelled", answer: "This email cannot be written any more" };
  const subject = `${messageNames[kind]} - ${work.shopName}`;
  const link = kind === "test" ? { label: "Open the shop", url: work.publicUrl } : undefined;
  return work.transport.send(letter({ to: row.recipient, subject, paragraphs: [text], link }));
}

async function handReset(
  { db, publicUrl, shopName, transport }: MailWork,
  { recipient: email }: MailRow,
): Promise<SendResult> {
  if (!isMailbox(email)) return { outcome: "cancelled", answer: "This account has no email address" };
  const token = await issueReset(db, email);
  if (token === undefined) return { outcome: "cancelled", answer: "Nobody has this address any more" };
  const link = `${publicUrl}/reset-password/${token}`;
  if ("send" in transport) return transport.send(resetMail({ to: email, shopName, link }));
  await transport.showReset({ email, link });
  return { outcome: "sent", answer: "shown in the terminal" };
}

interface Letter {
  to: string;
  subject: string;
  paragraphs: string[];
  /** Shown after the paragraphs as a button, and in full. */
  link?: { label: string; url: string } | undefined;
  /** The last paragraph. */
  end?: string | undefined;
}

function letter({ to, subject, paragraphs, link, end }: Letter): Mail {
  const before = link ? paragraphs.with(-1, `${paragraphs.at(-1)}\n${link.url}`) : paragraphs;
  const text = [...before, ...(end === undefined ? [] : [end])].join("\n\n");
  const html = [
    ...paragraphs.map(paragraph),
    ...(link ? [buttonOf(link), `<p style="word-break:break-all">${escapeHtml(link.url)}</p>`] : []),
    ...(end === undefined ? [] : [paragraph(end)]),
  ];
  return {
    to,
    subject,
    text: `${text}\n`,
    html: `<!doctype html>
<html lang="en"><body style="margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif;color:#1a1a1a;background:#ffffff">
${html.join("\n")}
</body></html>
`,
  };
}

function paragraph(text: string): string {
  return `<p>${escapeHtml(text)}</p>`;
}

function buttonOf({ label, url }: { label: string; url: string }): string {
  return `<p><a href="${escapeHtml(url)}" style="display:inline-block;padding:12px 20px;border-radius:12px;background:#0b5d4a;color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(label)}</a></p>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function resetMail({ to, shopName, link }: { to: string; shopName: string; link: string }): Mail {
  const minutes = serverLimits.password_reset_ms / 60_000;
  return letter({
    to,
    subject: `Set a new password for ${shopName}`,
    paragraphs: [
      `Somebody, probably you, asked for a new password at ${shopName}.`,
      `This link sets it. It works once, for ${minutes} minutes:`,
    ],
    link: { label: "Set a new password", url: link },
    end: "If it was not you, you need not do anything: your password stays as it is.",
  });
}
