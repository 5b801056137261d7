/** The options for sending messages, from the environment. */
import type { PushKeys } from "./push-keys.ts";

/** An SMS gateway: its GET request, and how its answer is read. */
export interface SmsGateway {
  /** Contains {to}, {message}, {sender} and {key}. A key "id:secret" is also available as {keyId} and {keySecret}. */
  url: string;
  key: string;
  sender: string;
  /** Each pattern is matched against "STATUS BODY", such as `200 {"code":"ok"}`. */
  success: RegExp;
  /** The number or the text will never be accepted. */
  refused?: RegExp | undefined;
  /** The account is empty. */
  noCredit?: RegExp | undefined;
}

export interface MailServer {
  /** smtp:// or smtps://, with user and password if needed. */
  url: string;
  /** "Name <address>" */
  from: string;
}

export interface MessageOptions {
  sms?: SmsGateway | undefined;
  mail?: MailServer | undefined;
  /** A message that could not be sent for this long is outdated and expires. */
  age_ms_max?: number | undefined;
  /** Signs push notifications. Without it, the shop makes its own keys and keeps them in the database. */
  pushKeys?: PushKeys | undefined;
  /** How a push service can reach the shop: a mailto: or https: address. */
  pushSubject?: string | undefined;
  /** Allows webhooks and push services in the server's own network. */
  allowPrivateAddresses?: boolean | undefined;
  /** For measuring the cost of messages: the log is not followed, and no job runs. */
  isOff?: boolean | undefined;
  /** Tests set shorter ones. */
  patience?: Partial<MessagePatience> | undefined;
}

export interface MessagePatience {
  /** How often the log and the jobs are looked at without a hint. */
  poll_ms: number;
  /** How long a gateway, a mail server, an agent's server or a push service may take. */
  answer_ms: number;
  /** After this time without a result, the sending process counts as dead. Longer than `answer_ms`. */
  lost_ms: number;
  /** How often lost messages are searched. */
  sweep_ms: number;
  /** The pause before the second attempt. It triples each time, up to three hours. */
  retry_ms: number;
  /** The first pause for a failing gateway. */
  open_ms: number;
  /** How long a notification for admins waits for what else happens, so that a burst makes one. */
  office_gather_ms: number;
  /** The shortest time between two about the same queue. */
  office_pause_ms: number;
}

export const usualPatience: MessagePatience = {
  poll_ms: 1000,
  answer_ms: 10_000,
  lost_ms: 30_000,
  sweep_ms: 10_000,
  retry_ms: 5000,
  open_ms: 5000,
  office_gather_ms: 10_000,
  office_pause_ms: 5 * 60_000,
};

/** Sends the link of a password reset to its user. */
export type SendPasswordReset = (mail: { email: string; link: string }) => Promise<void>;
