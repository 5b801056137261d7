/**
 * The schemas of the wire as JSON Schema: input before it is transformed (cedis as number or text), answers as they are
 * sent.
 */
import { toJsonSchema, toJsonSchemaDefs } from "@valibot/to-json-schema";
import type * as v from "valibot";
import { packageRecord, productRecord } from "#contract/products.ts";
import { noticeRecord } from "#contract/settings.ts";
import { errorAnswer } from "#contract/errors.ts";
import { hello, liveMessage } from "#contract/live.ts";
import { orderForm, orderRecord } from "#contract/order-list.ts";
import { purchaseAnswer } from "#contract/orders.ts";
import { topupRecord } from "#contract/topups.ts";
import { sessionRecord } from "#contract/sessions.ts";
import { userRecord } from "#contract/user-list.ts";

export interface JsonSchema {
  [keyword: string]: unknown;
  $ref?: string;
  type?: string;
  format?: string;
  pattern?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  anyOf?: JsonSchema[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  maxLength?: number;
  minimum?: number;
  maximum?: number;
}

/** The schemas with a name, which are described once and referred to. */
const named = {
  User: userRecord,
  Session: sessionRecord,
  Product: productRecord,
  Package: packageRecord,
  Notice: noticeRecord,
  Order: orderRecord,
  Purchase: purchaseAnswer,
  OrderForm: orderForm,
  Recharge: topupRecord,
  Hello: hello,
  LiveMessage: liveMessage,
  Error: errorAnswer,
};

export const schemaRef = "#/components/schemas/";

const config = {
  target: "draft-2020-12",
  typeMode: "output",
  // JSON Schema cannot express our transformations and checks. Clients learn about them from the message of a refusal.
  errorMode: "ignore",
  overrideRef: ({ referenceId }: { referenceId: string }) => `${schemaRef}${referenceId}`,
} as const;

export function namedSchemas(): Record<string, JsonSchema> {
  return toJsonSchemaDefs(named, config) as object as Record<string, JsonSchema>;
}

export function answerSchema(schema: v.GenericSchema): JsonSchema {
  return withoutFrame(toJsonSchema(schema, { ...config, definitions: named }));
}

export function inputSchema(schema: v.GenericSchema): JsonSchema {
  return withoutFrame(toJsonSchema(schema, { ...config, typeMode: "input", definitions: {} }));
}

/** The library's type is wider than its result. */
function withoutFrame({ $schema: _, $defs: __, ...schema }: object & { $schema?: unknown; $defs?: unknown }) {
  return schema as JsonSchema;
}
