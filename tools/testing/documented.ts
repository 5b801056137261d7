/** Compares an answer with the OpenAPI document: its status, code, headers and every field of its body. */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { apiDocument, type DocumentedResponse } from "#api/serve/docs/document.ts";

export interface Answered {
  status: number;
  headers: Headers;
  /** Parsed if it is JSON. */
  body: unknown;
}

const document = apiDocument("Cedibook");
const root = "api.json";
const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema(closed(document) as object, root);

const routes = Object.entries(document.paths)
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      matches: new RegExp(`^${path.replaceAll(".", "\\.").replace(/\{\w+\}/g, "[^/]+")}$`),
      operation,
    })),
  )
  // A path without parameters comes first, as in Hono.
  .toSorted((a, b) => a.path.split("{").length - b.path.split("{").length);

/** Says in words how an answer differs from the document. Empty if it matches. */
export function undocumented(method: string, path: string, answer: Answered): string[] {
  const route = findRoute(method, path);
  if (!route) return notFound(answer);
  const base = `/paths/${escape(route.path)}/${method.toLowerCase()}/responses/${answer.status}`;
  const given = route.operation.responses[answer.status];
  const said = `${method} ${route.path} answered ${answer.status}`;
  if (!given) return [`${said} ${codeOf(answer)}, which contract/operations does not name`];
  const [response, pointer] = "$ref" in given ? follow(given.$ref) : ([given, base] as const);
  return [
    ...wrongHeaders(response, answer),
    ...wrongBody(response, `${root}#${pointer}/content`, answer),
  ].map((wrong) => `${said} ${codeOf(answer)}: ${wrong}`);
}

function findRoute(method: string, path: string) {
  const [bare = ""] = path.replace(/\/{2,}/g, "/").split("?");
  return routes.find((route) => route.method === method && route.matches.test(bare));
}

function notFound({ status, body }: Answered): string[] {
  // The server checks the body's size before it looks at the address.
  if (status !== 404 && status !== 413) return [`an address that is not documented answered ${status}`];
  return matches(`${root}#/components/schemas/Error`, body);
}

function follow(ref: string): [DocumentedResponse, string] {
  const pointer = ref.slice(1);
  const name = pointer.slice(pointer.lastIndexOf("/") + 1);
  return [document.components["responses"]?.[name as never] as unknown as DocumentedResponse, pointer];
}

function wrongHeaders({ headers }: DocumentedResponse, answer: Answered): string[] {
  return Object.entries(headers).flatMap(([name, { $ref }]) => {
    const value = answer.headers.get(name);
    return value === null
      ? [`the header ${name} is missing`]
      : matches(`${root}${$ref}/schema`, value).map((wrong) => `the header ${name} ${wrong}`);
  });
}

function wrongBody({ content }: DocumentedResponse, pointer: string, answer: Answered): string[] {
  const [[media, { schema } = {}] = []] = [Object.entries(content ?? {})[0]];
  if (media === undefined) return answer.body === "" ? [] : ["there should be no body"];
  const sent = answer.headers.get("content-type")?.split(";")[0] ?? "";
  if (!(media.endsWith("/*") ? sent.startsWith(media.slice(0, -1)) : sent === media)) {
    return [`its content type is ${sent} and not ${media}`];
  }
  return schema ? matches(firstLike(schema, `${pointer}/${escape(media)}/schema`), answer.body) : [];
}

/** By their text. Many answers have the same schema, and a schema takes ajv 10 ms. */
const pointers = new Map<string, string>();

function firstLike(schema: object, pointer: string): string {
  const text = JSON.stringify(schema);
  const first = pointers.get(text) ?? pointer;
  pointers.set(text, first);
  return first;
}

function matches(pointer: string, value: unknown): string[] {
  const validate: ValidateFunction | undefined = ajv.getSchema(pointer);
  if (!validate) throw new Error(`no schema at ${pointer}`);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

function codeOf({ body }: Answered): string {
  return typeof body === "object" && body !== null && "code" in body ? String(body.code) : "";
}

/** A field that the document does not name is an error here, although clients must accept new fields. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== "object" || value === null) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, closed(inner)]));
  const isObject = copy["type"] === "object" && typeof copy["properties"] === "object";
  return isObject && !("additionalProperties" in copy) ? { ...copy, additionalProperties: false } : copy;
}

function escape(key: string): string {
  return encodeURIComponent(key.replaceAll("~", "~0").replaceAll("/", "~1"));
}
