/** The email with a link that sets a new password. */
import { limits } from "#ledger/terms/limits.ts";
import type { Mail } from "./send-mail.ts";

export function resetMail({ to, shopName, link }: { to: string; shopName: string; link: string }): Mail {
  const minutes = limits.password_reset_ms / 60_000;
  const asked = `Somebody, probably you, asked for a new password at ${shopName}.`;
  const how = `This link sets it. It works once, for ${minutes} minutes:`;
  const otherwise = "If it was not you, you need not do anything: your password stays as it is.";
  return {
    to,
    subject: `Set a new password for ${shopName}`,
    text: `${asked}\n\n${how}\n${link}\n\n${otherwise}\n`,
    html: `<!doctype html>
<html lang="en"><body style="margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif;color:#1a1a1a;background:#ffffff">
<p>${escapeHtml(asked)}</p>
<p>${escapeHtml(how)}</p>
<p><a href="${escapeHtml(link)}" style="display:inline-block;padding:12px 20px;border-radius:12px;background:#0b5d4a;color:#ffffff;text-decoration:none;font-weight:600">Set a new password</a></p>
<p style="word-break:break-all">${escapeHtml(link)}</p>
<p>${escapeHtml(otherwise)}</p>
</body></html>
`,
  };
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
