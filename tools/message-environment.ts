/** The environment variables for SMS, mail, webhooks and push notifications. */
import { createECDH } from "node:crypto";
import { z } from "zod";
import { gatewayNames, gatewayPresets } from "#api/messages/gateway-presets.ts";
import type { MailServer, MessageOptions, SmsGateway } from "#api/messages/options.ts";

export const httpUrl = z
  .string()
  .refine((url) => /^https?:$/.test(URL.parse(url)?.protocol ?? ""), "must be an http:// or https:// URL");

const pattern = z
  .string()
  .refine(isPattern, "must be a regular expression for the answer's status and body")
  .transform((source) => new RegExp(source, "is"));

export const messageVariables = {
  SMS_GATEWAY: z.enum(gatewayNames, `must be one of ${gatewayNames.join(", ")}`).optional(),
  SMS_GATEWAY_URL: httpUrl
    .refine(
      (url) => ["{to}", "{message}"].every((field) => url.includes(field)),
      "must have {to} and {message} in it, and {key} and {sender} if the gateway needs them",
    )
    .optional(),
  SMS_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{1,500}$/, "must be letters, digits or other visible characters without spaces")
    .optional(),
  SMS_SENDER: z
    .string()
    .regex(/^([\w .&-]{1,11}|\d{1,15})$/, "must be a name of at most 11 letters and digits, or a number")
    .optional(),
  SMS_SUCCESS: pattern.optional(),
  SMS_REFUSED: pattern.optional(),
  SMS_NO_CREDIT: pattern.optional(),
  MESSAGE_AGE_HOURS: z
    .string()
    .regex(/^([1-9]|1\d|2[0-4])$/, "must be a number of hours from 1 to 24")
    .transform(Number)
    .default(24),
  SMTP_URL: z
    .string()
    .refine((url) => /^smtps?:$/.test(URL.parse(url)?.protocol ?? ""), "must be an smtp:// or smtps:// URL")
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^([^<>\r\n]{1,80} <[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/,
      'must be an address, or "Name <address>"',
    )
    .optional(),
  VAPID_PUBLIC_KEY: z
    .string()
    .regex(/^B[\w-]{86}$/, "must be a public key of P-256 in base64url: 87 characters")
    .optional(),
  VAPID_PRIVATE_KEY: z
    .string()
    .regex(/^[\w-]{43}$/, "must be a private key of P-256 in base64url: 43 characters")
    .optional(),
  VAPID_SUBJECT: z
    .string()
    .regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, "must be a mailto: or https:// address")
    .optional(),
  WEBHOOK_ALLOW_PRIVATE: z.enum(["0", "1"], "must be 0 or 1").default("0"),
};

const variables = z.object(messageVariables);

/** The options from valid variables. */
export function messageOptions(found: z.output<typeof variables>): MessageOptions {
  return {
    sms: gatewayOf(found),
    mail: mailOf(found),
    age_ms_max: found.MESSAGE_AGE_HOURS * 60 * 60_000,
    pushKeys: pushKeysOf(found),
    pushSubject: found.VAPID_SUBJECT,
    allowPrivateAddresses: found.WEBHOOK_ALLOW_PRIVATE === "1",
  };
}

function gatewayOf(found: z.output<typeof variables>): SmsGateway | undefined {
  const preset = found.SMS_GATEWAY && gatewayPresets[found.SMS_GATEWAY];
  const url = found.SMS_GATEWAY_URL ?? preset?.url;
  if (url === undefined) return undefined;
  return {
    url,
    key: found.SMS_KEY ?? "",
    sender: found.SMS_SENDER ?? "",
    success: found.SMS_SUCCESS ?? preset?.success ?? /^2\d\d /,
    refused: found.SMS_REFUSED ?? preset?.refused,
    noCredit: found.SMS_NO_CREDIT ?? preset?.noCredit,
  };
}

function mailOf({ SMTP_URL: url, MAIL_FROM: from }: z.output<typeof variables>): MailServer | undefined {
  return url === undefined || from === undefined ? undefined : { url, from };
}

function pushKeysOf({
  VAPID_PUBLIC_KEY: publicKey,
  VAPID_PRIVATE_KEY: privateKey,
}: z.output<typeof variables>) {
  return publicKey === undefined || privateKey === undefined ? undefined : { publicKey, privateKey };
}

/** Errors that concern several variables. */
export function messageErrors(set: Record<string, string | undefined>): string[] {
  const errors: string[] = [];
  const has = (name: string) => set[name] !== undefined;
  const url = set["SMS_GATEWAY_URL"] ?? "";
  const needsKey = has("SMS_GATEWAY") || /\{key(Id|Secret)?\}/.test(url);
  const needsSender = has("SMS_GATEWAY") || url.includes("{sender}");
  if (needsKey && !has("SMS_KEY")) errors.push("SMS_KEY must be set too: the gateway's key");
  if (needsSender && !has("SMS_SENDER"))
    errors.push("SMS_SENDER must be set too: the name that receivers see");
  if (set["SMS_GATEWAY"] === "hubtel" && has("SMS_KEY") && !set["SMS_KEY"]?.includes(":"))
    errors.push('SMS_KEY must be "clientId:clientSecret" for hubtel');
  const orphans = ["SMS_KEY", "SMS_SENDER", "SMS_SUCCESS", "SMS_REFUSED", "SMS_NO_CREDIT"].filter(has);
  if (orphans.length > 0 && !has("SMS_GATEWAY") && !has("SMS_GATEWAY_URL"))
    errors.push(`SMS_GATEWAY or SMS_GATEWAY_URL must be set too, for ${orphans.join(", ")} to mean anything`);
  if (has("SMTP_URL") !== has("MAIL_FROM")) {
    errors.push(
      has("SMTP_URL")
        ? "MAIL_FROM must be set too: the address that sends the emails"
        : "SMTP_URL must be set too: the server that delivers the emails",
    );
  }
  return [...errors, ...pushErrors(set)];
}

function pushErrors({
  VAPID_PUBLIC_KEY: publicKey,
  VAPID_PRIVATE_KEY: privateKey,
}: Record<string, string | undefined>): string[] {
  if (publicKey === undefined && privateKey === undefined) return [];
  if (publicKey === undefined)
    return ["VAPID_PUBLIC_KEY must be set too: the other half of VAPID_PRIVATE_KEY"];
  if (privateKey === undefined)
    return ["VAPID_PRIVATE_KEY must be set too: the other half of VAPID_PUBLIC_KEY"];
  return publicKey === publicHalf(privateKey)
    ? []
    : ["VAPID_PUBLIC_KEY must be the other half of VAPID_PRIVATE_KEY"];
}

/** Undefined if it is no private key. */
function publicHalf(privateKey: string): string | undefined {
  try {
    const pair = createECDH("prime256v1");
    pair.setPrivateKey(privateKey, "base64url");
    return pair.getPublicKey("base64url");
  } catch {
    return undefined;
  }
}

function isPattern(source: string): boolean {
  try {
    return new RegExp(source, "is") instanceof RegExp;
  } catch {
    return false;
  }
}
