/** One SMS to the configured gateway, and what its answer means. */
import { internationalPhone } from "#contract/terms/phone.ts";
import type { SmsGateway } from "./options.ts";
import { failureAnswer, tidyAnswer, type Verdict } from "./verdict.ts";

export interface Sms {
  /** "0244123456" or "233244123456" */
  to: string;
  text: string;
  /** Texts to remove from the stored answer: some gateways repeat their input. */
  secrets: string[];
}

const body_length_max = 4000;

export async function sendSms(gateway: SmsGateway, sms: Sms, answer_ms: number): Promise<Verdict> {
  try {
    const response = await fetch(gatewayUrl(gateway, sms), {
      // Following a redirect could send the key to another server.
      redirect: "manual",
      signal: AbortSignal.timeout(answer_ms),
      headers: { accept: "application/json, text/plain;q=0.9" },
    });
    return readAnswer(gateway, sms, response.status, await readStart(response));
  } catch (error) {
    return { outcome: "failed", answer: failureAnswer(error, "The gateway") };
  }
}

/** The template with its fields filled in, each encoded. */
export function gatewayUrl({ url, key, sender }: SmsGateway, { to, text }: Sms): string {
  const [keyId = "", ...rest] = key.split(":");
  const values: Record<string, string> = {
    key,
    keyId,
    keySecret: rest.join(":"),
    sender,
    to: internationalPhone(to),
    message: text,
  };
  return url.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? encodeURIComponent(values[name] ?? "") : whole,
  );
}

function readAnswer(gateway: SmsGateway, sms: Sms, status: number, body: string): Verdict {
  const { key } = gateway;
  const said = `${status} ${body}`;
  const answer = tidyAnswer(without(said, [key, ...key.split(":"), sms.text, ...sms.secrets]));
  if (gateway.success.test(said)) return { outcome: "sent", answer };
  if (gateway.noCredit?.test(said)) return { outcome: "no credit", answer };
  return { outcome: gateway.refused?.test(said) ? "refused" : "failed", answer };
}

/** Plain, and as they are encoded in a URL or in JSON. */
function without(text: string, secrets: string[]): string {
  const written = secrets
    .filter((secret) => secret.length >= 3)
    .flatMap((secret) => [
      secret,
      encodeURIComponent(secret),
      encodeURIComponent(secret).replaceAll("%20", "+"),
      JSON.stringify(secret).slice(1, -1),
    ]);
  return written.reduce((left, secret) => left.replaceAll(secret, "…"), text);
}

async function readStart(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (text.length >= body_length_max) break;
  }
  return text.slice(0, body_length_max);
}
