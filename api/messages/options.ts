/** What the environment says about sending messages. */

/** A gateway for SMS: one GET, and how its answer is read. */
export interface SmsGateway {
  /** With {to}, {message}, {sender} and {key}; a key "id:secret" is also {keyId} and {keySecret}. */
  url: string;
  key: string;
  sender: string;
  /** Each is tried on "STATUS BODY", such as `200 {"code":"ok"}`. */
  success: RegExp;
  /** The number or the text will never be taken. */
  refused?: RegExp | undefined;
  /** The account is empty. */
  noCredit?: RegExp | undefined;
}

export interface MailServer {
  /** smtp:// or smtps://, with user and password where they are needed. */
  url: string;
  /** "Name <address>" */
  from: string;
}

export interface MessageOptions {
  sms?: SmsGateway | undefined;
  mail?: MailServer | undefined;
  /** What could not be sent for so long is no news any more. */
  age_ms_max?: number | undefined;
  /** Webhooks may lead into the network that the server stands in. */
  allowPrivateWebhooks?: boolean | undefined;
  /** For measuring what messages cost: nothing follows the log, and no job is worked. */
  isOff?: boolean | undefined;
  /** Shorter ones for tests that wait for them. */
  patience?: Partial<MessagePatience> | undefined;
}

export interface MessagePatience {
  /** How long a gateway, a mail server or an agent's server may take. */
  answer_ms: number;
  /** After so long without a word, whoever was sending is taken for dead. More than `answer_ms`. */
  lost_ms: number;
  /** How often is looked for what nobody sends. */
  sweep_ms: number;
  /** Before the second attempt; then three times as long each time, to three hours. */
  retry_ms: number;
  /** How long a gateway that fails is left alone at first. */
  open_ms: number;
}

export const usualPatience: MessagePatience = {
  answer_ms: 10_000,
  lost_ms: 30_000,
  sweep_ms: 10_000,
  retry_ms: 5000,
  open_ms: 5000,
};
