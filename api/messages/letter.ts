/** The look of the shop's emails, and the one with a link that sets a new password. */
import { serverLimits } from "#contract/terms/server-limits.ts";
import type { Mail } from "./send-mail.ts";

export interface Letter {
  to: string;
  subject: string;
  paragraphs: string[];
  /** Shown after the paragraphs as a button, and in full. */
  link?: { label: string; url: string } | undefined;
  /** The last paragraph. */
  end?: string | undefined;
}

export function letter({ to, subject, paragraphs, link, end }: Letter): Mail {
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

export function resetMail({ to, shopName, link }: { to: string; shopName: string; link: string }): Mail {
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
