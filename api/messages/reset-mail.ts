/** The email with a link that sets a new password. */
import { serverLimits } from "#contract/terms/server-limits.ts";
import { letter } from "./letter.ts";
import type { Mail } from "./send-mail.ts";

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
