/** The environment variables for suppliers that deliver orders by themselves. */
import { z } from "zod";
import type { SupplierSettings } from "#api/suppliers/fulfilment.ts";
import { httpUrl } from "./message-environment.ts";

const answer_ms = 20_000;

export const supplierVariables = {
  DATAMART_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{16,200}$/, "must be the API key of DataMart: 16 to 200 characters without spaces")
    .optional(),
  DATAMART_URL: httpUrl.default("https://api.datamartgh.shop/api/developer"),
};

const variables = z.object(supplierVariables);

export function supplierOptions({
  DATAMART_API_KEY: key,
  DATAMART_URL,
}: z.output<typeof variables>): SupplierSettings {
  return {
    datamart: key === undefined ? undefined : { key, url: DATAMART_URL.replace(/\/+$/, ""), answer_ms },
  };
}
