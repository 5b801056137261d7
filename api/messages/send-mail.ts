/** One email through the configured SMTP server, and what its answer means. */
import { createTransport, type Transporter } from "nodemailer";
import type { MailServer } from "./options.ts";
import { isLoopback } from "./public-address.ts";
import { tidyAnswer, type SendResult } from "./send-result.ts";

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

export interface Mailer {
  send(mail: Mail): Promise<SendResult>;
  close(): void;
}

/** Nothing leaves this machine in the clear: a mail may contain what sets a password. */
export function needsTls(smtpUrl: string): boolean {
  return !isLoopback(new URL(smtpUrl).hostname);
}

export function openMailer({ url, from }: MailServer, answer_ms: number): Mailer {
  const transport: Transporter = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: answer_ms,
    greetingTimeout: answer_ms,
    socketTimeout: answer_ms,
    dnsTimeout: answer_ms,
    requireTLS: needsTls(url),
    // The content of a mail must never make the server read a file or fetch an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(mail) {
      try {
        const { response } = (await transport.sendMail({ from, ...mail })) as { response: string };
        return { outcome: "sent", answer: tidyAnswer(response) };
      } catch (error) {
        return resultOf(error as SmtpError);
      }
    },
    close: () => transport.close(),
  };
}

interface SmtpError {
  code?: string;
  responseCode?: number;
  response?: string;
}

/**
 * A 5xx about the address or the email is final. A 5xx about the sign-in is a wrong configuration, which can be
 * corrected.
 */
function resultOf({ code, responseCode = 0, response }: SmtpError): SendResult {
  const isFinal = responseCode >= 500 && (code === "EENVELOPE" || code === "EMESSAGE");
  const word = code === "EAUTH" ? "the sign-in was refused" : (code ?? "no answer");
  return {
    outcome: isFinal ? "refused" : "failed",
    answer: response === undefined ? `The mail server failed: ${tidyAnswer(word)}` : tidyAnswer(response),
  };
}
