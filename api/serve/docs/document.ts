/** The OpenAPI 3.1 document. It is made from the same table of operations as the routes. */
import * as v from "valibot";
import { type Access, type Operation, tags } from "#contract/operation.ts";
import { idempotencyKey } from "#contract/fields.ts";
import { operations } from "#contract/operations.ts";
import { type RefusalCode, statusOf } from "#contract/errors.ts";
import { answerSchema, inputSchema, type JsonSchema, namedSchemas, schemaRef } from "./schemas.ts";

export interface ApiDocument {
  openapi: "3.1.0";
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, DocumentedOperation>>;
  components: Record<string, Record<string, object>> & { schemas: Record<string, JsonSchema> };
}

export interface DocumentedOperation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  /** Who may call it. OpenAPI has no field for this. */
  "x-access": Access;
  security: Record<string, string[]>[];
  /** Only for an operation that is also available elsewhere than under the document's own server. */
  servers?: { url: string }[];
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, DocumentedResponse | { $ref: string }>;
}

export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  description?: string;
  schema: JsonSchema;
}

type Content = Record<string, { schema?: JsonSchema }>;

export interface DocumentedResponse {
  description: string;
  headers: Record<string, { $ref: string }>;
  content?: Content;
}

/** One paragraph per text. */
const about = [
  "Amounts are cedis with at most two decimals; lists are newest first.",
  "A call that moves money accepts an Idempotency-Key. The same request under the same key gets the same answer and takes effect once. A different request under the same key is refused.",
  "Every refusal has the shape of Error. A request that is not valid HTTP gets request_malformed, request_timeout, expectation_failed or headers_too_large, whatever it called.",
  "Answers from the ledger carry the position up to which they are current.",
  "A list without a limit is sent while it is read. If reading fails halfway, the connection is closed, so a part is never taken for the whole list. Long lists are compressed for clients that accept gzip.",
].join("\n\n");

export function apiDocument(shopName: string): ApiDocument {
  const paths: ApiDocument["paths"] = {};
  for (const [id, operation] of Object.entries<Operation>(operations)) {
    (paths[operation.path] ??= {})[operation.method.toLowerCase()] = describe(id, operation);
  }
  return {
    openapi: "3.1.0",
    // Increased by hand for a change that clients must know about.
    info: { title: `${shopName} API`, version: "1.0.0", description: about },
    servers: [{ url: "/api" }],
    tags: tags.map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: "apiKey", in: "header", name: "X-API-Key", description: "The agent's own API key" },
        bearer: { type: "http", scheme: "bearer", description: "The token of a Session" },
        ticket: {
          type: "apiKey",
          in: "query",
          name: "ticket",
          description: "Opens this file once, for 30 seconds. For links, which cannot carry a header",
        },
      },
      parameters,
      headers,
      responses: Object.fromEntries(everywhere.map((code) => [code, refusal([code])])),
      schemas: namedSchemas(),
    },
  };
}

const parameters: Record<string, Parameter> = {
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    required: false,
    description: "Makes a retry safe. 1 to 200 visible ASCII characters, chosen by the client.",
    schema: inputSchema(idempotencyKey),
  },
  IfNoneMatch: {
    name: "If-None-Match",
    in: "header",
    required: false,
    description: "The ETag of the answer that the client already has",
    schema: { type: "string" },
  },
};

const headers = {
  RequestId: {
    description: "Identifies the request in the log and for support",
    required: true,
    schema: { type: "string", format: "uuid" },
  },
  Position: {
    description: "The position of the log up to which the answer is current",
    required: true,
    schema: { type: "string", pattern: "^\\d+$" },
  },
  Log: {
    description: "Names the log up to this position (see the live feed)",
    required: true,
    schema: { type: "string", pattern: "^[0-9a-f]{16}$" },
  },
  ETag: { description: "Identifies this content", required: true, schema: { type: "string" } },
  Disposition: {
    description: "The file's name",
    required: true,
    schema: { type: "string", pattern: '^attachment; filename="[\\w-]+\\.(csv|xlsx|ndjson|json)"$' },
  },
  KeepForGood: {
    description: "The content never changes",
    required: true,
    schema: { const: "public, max-age=31536000, immutable" },
  },
  RetryAfter: {
    description: "Seconds to wait",
    required: true,
    schema: { type: "string", pattern: "^\\d+$" },
  },
};

function describe(id: string, operation: Operation): DocumentedOperation {
  const { tag, summary, description, access, body } = operation;
  const asked = parametersOf(operation);
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    "x-access": access,
    security: securityOf(operation),
    ...(operation.atRoot ? { servers: [{ url: "/api" }, { url: "/" }] } : {}),
    ...(asked.length === 0 ? {} : { parameters: asked }),
    ...(body === undefined
      ? {}
      : { requestBody: { required: !v.is(body, {}), content: json(inputSchema(body)) } }),
    responses: { ...successes(operation), ...refusals(operation) },
  };
}

/** Any one of these is enough. An empty one stands for anonymous access. */
function securityOf({ access, byKey, download }: Operation): Record<string, string[]>[] {
  const own = access === "anyone" ? {} : { bearer: [] };
  const other = [...(byKey ? [{ apiKey: [] }] : []), ...(download ? [{ ticket: [] }] : [])];
  return access === "anyone" && other.length === 0 ? [] : [own, ...other];
}

/** The parameters for a page of a list. A file has the query of its list without these, because it holds all rows. */
const paging = ["limit", "cursor"];

function parametersOf(operation: Operation): (Parameter | { $ref: string })[] {
  const { params, query, command, tagged, download } = operation;
  const inQuery = query ? inputSchema(query) : {};
  const asked = Object.entries(inQuery.properties ?? {}).filter(
    ([name]) => !(download && paging.includes(name)),
  );
  return [
    ...Object.entries(params ?? {}).map(([name, schema]): Parameter => ({
      name,
      in: "path",
      required: true,
      schema: inputSchema(schema),
    })),
    ...asked.map(([name, schema]): Parameter => ({
      name,
      in: "query",
      required: inQuery.required?.includes(name) === true,
      schema,
    })),
    ...(command ? [{ $ref: "#/components/parameters/IdempotencyKey" }] : []),
    ...(tagged ? [{ $ref: "#/components/parameters/IfNoneMatch" }] : []),
  ];
}

function successes(operation: Operation): Record<string, DocumentedResponse> {
  const { answer, status = 200, method, tagged, download, immutable } = operation;
  const always = {
    ...headerRefs({ "x-request-id": "RequestId" }),
    ...(method === "GET" ? headerRefs({ "x-position": "Position", "x-log": "Log" }) : {}),
    ...(tagged ? headerRefs({ etag: "ETag" }) : {}),
    ...(download ? headerRefs({ "content-disposition": "Disposition" }) : {}),
    ...(immutable ? headerRefs({ "cache-control": "KeepForGood" }) : {}),
  };
  const notModified = { 304: { description: "The client already has this content", headers: always } };
  const content =
    "media" in answer
      ? { [answer.media]: {}, ...(answer.otherMedia && { [answer.otherMedia]: {} }) }
      : json(answerSchema(answer));
  const done =
    status === 101
      ? { description: "The connection becomes a websocket", headers: {} }
      : { description: status === 201 ? "Created" : "Done", headers: always, content };
  return { [status]: done, ...(tagged ? notModified : {}) };
}

function refusals(operation: Operation): Record<string, Refusal> {
  const byStatus = Map.groupBy(refusalsOf(operation), (code) => statusOf[code]);
  const documented = [...byStatus].map(([status, codes]): [string, Refusal] => [
    String(status),
    codes.every(isEverywhere) ? { $ref: `#/components/responses/${codes.join("_")}` } : refusal(codes),
  ]);
  return Object.fromEntries(documented);
}

type Refusal = DocumentedResponse | { $ref: string };

/** Refusals of many operations, each the only one with its status. */
const everywhere = [
  "body_too_large",
  "key_reused",
  "too_many_attempts",
  "unexpected",
  "unavailable",
] as const;

function isEverywhere(code: RefusalCode): boolean {
  return everywhere.some((one) => one === code);
}

/** Refusals with a Retry-After. */
const waiting = [
  "too_many_attempts",
  "too_many_topups",
  "too_many_requests",
  "unavailable",
  "busy",
  "not_ready",
] as const;

function refusal(codes: readonly RefusalCode[]): DocumentedResponse {
  const waits = codes.some((code) => waiting.some((one) => one === code));
  return {
    description: codes.join(", "),
    headers: headerRefs({ "x-request-id": "RequestId", ...(waits ? { "retry-after": "RetryAfter" } : {}) }),
    content: json({ $ref: `${schemaRef}Error`, properties: { code: { enum: [...codes] } } }),
  };
}

/** Every code that an operation can be refused with. */
function refusalsOf(operation: Operation): RefusalCode[] {
  const { access, params, query, body, command, limited, byKey, stepUp } = operation;
  const signedIn = access !== "anyone";
  const codes: (RefusalCode | false)[] = [
    ...(body === undefined ? [] : (["json_malformed", "input_invalid"] as const)),
    query !== undefined && "input_invalid",
    command === true && "key_invalid",
    signedIn && "unauthorized",
    ...(signedIn && command ? (["actor_unknown", "actor_deleted"] as const) : []),
    ...(byKey ? (["api_key_invalid", "too_many_requests"] as const) : (["api_key_refused"] as const)),
    (byKey || access === "signed-in" || access === "admin") && "actor_banned",
    (access === "admin" || access === "signed-in") && !operation.withoutFactor && "second_factor_required",
    access === "admin" && "admin_only",
    params !== undefined && "not_found",
    ...(operation.refusals ?? []),
    // For every method: the size of any body is checked.
    "body_too_large",
    command === true && "key_reused",
    ...(stepUp ? (["step_up_needed"] as const) : []),
    ...(limited ? (["too_many_attempts", "busy"] as const) : []),
    "unexpected",
    "unavailable",
  ];
  return [...new Set(codes.filter((code) => code !== false))];
}

function json(schema: JsonSchema): Content {
  return { "application/json": { schema } };
}

function headerRefs(named: Record<string, keyof typeof headers>): Record<string, { $ref: string }> {
  const refs = Object.entries(named).map(([name, header]) => [
    name,
    { $ref: `#/components/headers/${header}` },
  ]);
  return Object.fromEntries(refs) as Record<string, { $ref: string }>;
}
