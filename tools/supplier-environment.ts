/** The environment variables for suppliers that deliver orders by themselves. */
import { z } from "zod";
import type { SupplierSettings } from "#api/suppliers/fulfilment.ts";
import { httpUrl } from "./message-environment.ts";

/** A base of addresses, so without a slash at the end. */
const baseUrl = httpUrl.transform((url) => url.replace(/\/+$/, ""));

const answer_ms = 20_000;

function key(what: string) {
  return z
    .string()
    .regex(/^[\x21-\x7e]{16,200}$/, `must be ${what}: 16 to 200 characters without spaces`)
    .optional();
}

export const supplierVariables = {
  DATAMART_API_KEY: key("the API key of DataMart"),
  DATAMART_WEBHOOK_SECRET: key("the secret of DataMart's webhooks"),
  DATAMART_URL: baseUrl.default("https://api.datamartgh.shop/api/developer"),
  HUBNET_TOKEN: key("the token of Hubnet"),
  HUBNET_URL: baseUrl.default("https://console.hubnet.app/live/api/context/business/transaction"),
  RELOADLY_CLIENT_ID: key("the client id of Reloadly"),
  RELOADLY_CLIENT_SECRET: key("the client secret of Reloadly"),
  RELOADLY_WEBHOOK_SECRET: key("the secret of Reloadly's webhooks"),
  RELOADLY_URL: baseUrl.default("https://topups.reloadly.com"),
  RELOADLY_AUTH_URL: baseUrl.default("https://auth.reloadly.com"),
};

const variables = z.object(supplierVariables);

export function supplierOptions(found: z.output<typeof variables>): SupplierSettings {
  const { DATAMART_API_KEY: key, HUBNET_TOKEN: token } = found;
  const { RELOADLY_CLIENT_ID: clientId, RELOADLY_CLIENT_SECRET: clientSecret } = found;
  return {
    datamart:
      key === undefined
        ? undefined
        : { key, webhookSecret: found.DATAMART_WEBHOOK_SECRET, url: found.DATAMART_URL, answer_ms },
    hubnet: token === undefined ? undefined : { token, url: found.HUBNET_URL, answer_ms },
    reloadly:
      clientId === undefined || clientSecret === undefined
        ? undefined
        : {
            clientId,
            clientSecret,
            webhookSecret: found.RELOADLY_WEBHOOK_SECRET,
            url: found.RELOADLY_URL,
            authUrl: found.RELOADLY_AUTH_URL,
            answer_ms,
          },
  };
}
