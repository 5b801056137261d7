/** The document as one page: our own HTML and style sheet, without scripts, so it works under the strict CSP. */
import { html } from "hono/html";
import type { Access } from "../contract/operation.ts";
import type { ApiDocument, DocumentedOperation, DocumentedResponse, Parameter } from "./document.ts";
import { type JsonSchema, schemaRef } from "./schemas.ts";

type Html = ReturnType<typeof html>;

export async function docsPage(document: ApiDocument): Promise<string> {
  const { info, tags } = document;
  const calls = callsOf(document);
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${info.title}</title>
        <link rel="stylesheet" href="/api/docs/style.css" />
      </head>
      <body>
        <a class="skip" href="#main">To the calls</a>
        <header>
          <h1>${info.title}</h1>
          ${info.description.split("\n\n").map((paragraph) => html`<p>${paragraph}</p>`)}
          <p><a href="/api/openapi.json">OpenAPI 3.1 document</a></p>
        </header>
        <nav aria-label="Calls">
          ${tags.map(
            ({ name }) =>
              html`<h2>${name}</h2>
                <ul>
                  ${calls.filter((call) => call.tag === name).map(callLink)}
                </ul>`,
          )}
          <h2><a href="#schemas">Schemas</a></h2>
        </nav>
        <main id="main">
          ${tags.map(
            ({ name }) =>
              html`<section aria-label="${name}">
                <h2>${name}</h2>
                ${calls.filter((call) => call.tag === name).map((call) => callArticle(document, call))}
              </section>`,
          )}
          <section aria-labelledby="schemas">
            <h2 id="schemas">Schemas</h2>
            ${Object.entries(document.components.schemas).map(
              ([name, schema]) =>
                html`<article>
                  <h3 id="schema-${name}">${name}</h3>
                  ${shape(schema)}
                </article>`,
            )}
          </section>
        </main>
      </body>
    </html>`;
  return String(await page);
}

const who: Record<Access, string> = {
  anyone: "For anyone",
  "signed-in": "For users, with a Bearer token",
  "signed-in-or-banned": "For users, banned ones too, with a Bearer token",
  admin: "For admins, with a Bearer token",
};

function whoMay({ security, "x-access": access }: DocumentedOperation): string {
  const has = (scheme: string) => security.some((one) => scheme in one);
  const ways = [
    who[access],
    ...(has("apiKey") ? ["an agent's X-API-Key"] : []),
    ...(has("ticket") ? ["a ticket"] : []),
  ];
  return ways.join(", or with ");
}

interface Call {
  tag: string | undefined;
  method: string;
  path: string;
  operation: DocumentedOperation;
}

function callsOf({ paths, servers }: ApiDocument): Call[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      tag: operation.tags[0],
      method: method.toUpperCase(),
      path: `${servers[0]?.url ?? ""}${path}`,
      operation,
    })),
  );
}

function callLink({ operation }: Call): Html {
  return html`<li><a href="#${operation.operationId}">${operation.summary}</a></li>`;
}

function callArticle(document: ApiDocument, { method, path, operation }: Call): Html {
  const { operationId, summary, description, requestBody, responses, servers } = operation;
  const atRoot = servers && path.slice(servers[0]?.url.length);
  const parameters = (operation.parameters ?? []).map((one) => resolve(document, one));
  const body = requestBody?.content["application/json"]?.schema;
  return html`<article>
    <h3 id="${operationId}">${summary}</h3>
    <p class="call">
      <b class="${method}">${method}</b>
      <code>${path}</code>${atRoot ? html`, also <code>${atRoot}</code>` : ""}
    </p>
    ${description === undefined ? "" : html`<p>${description.split("`").map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`))}</p>`}
    <p class="who">${whoMay(operation)}</p>
    ${
      parameters.length === 0
        ? ""
        : html`<h4>Parameters</h4>
            ${fields(parameters.map(parameterField))}`
    }
    ${
      body === undefined
        ? ""
        : html`<h4>Body${requestBody?.required ? "" : " (may be empty)"}</h4>
            ${shape(body)}`
    }
    <h4>Answers</h4>
    ${Object.entries(responses).map(([status, response]) => answer(status, resolve(document, response)))}
  </article>`;
}

/** A shared component of the document: a parameter or a refusal. */
function resolve<T extends object>(document: ApiDocument, given: T | { $ref: string }): T {
  if (!("$ref" in given)) return given;
  const [, , kind = "", name = ""] = given.$ref.split("/");
  return document.components[kind]?.[name as never] as T;
}

interface Field {
  name: string;
  schema: JsonSchema;
  required: boolean;
  note: string;
}

function parameterField({ name, in: place, required, schema, description }: Parameter): Field {
  return { name, schema, required, note: [`in the ${place}`, description].filter(Boolean).join(": ") };
}

/** Every answer has these. */
const usual = new Set(["x-request-id", "x-position"]);

function answer(status: string, { description, content, headers }: DocumentedResponse): Html {
  const unusual = Object.keys(headers).filter((name) => !usual.has(name));
  const refused = Number(status) >= 400;
  const [media, schema] =
    Object.entries(content ?? {}).map(([type, one]) => [type, one.schema] as const)[0] ?? [];
  return html`<div class="answer">
    <p>
      <b class="${refused ? "refused" : "done"}">${status}</b>
      ${description}${unusual.map((name) => html`, with <code>${name}</code>`)}
    </p>
    ${refused || media === undefined ? "" : schema === undefined ? html`<p><code>${media}</code></p>` : shape(schema)}
  </div>`;
}

/** The fields of an object as a table; anything else in words. */
function shape(schema: JsonSchema): Html {
  if (schema.anyOf?.some(isCompound))
    return html`${schema.anyOf.map((one, index) => html`${index === 0 ? "" : html`<p>or</p>`}${shape(one)}`)}`;
  if (schema.type !== "object" || schema.properties === undefined) {
    const inner = schema.items;
    const opened = inner?.properties ? shape(inner) : "";
    return html`<p>${words(schema)}</p>
      ${opened}`;
  }
  const required = new Set(schema.required);
  return fields(
    Object.entries(schema.properties).map(([name, one]) => ({
      name,
      schema: one,
      required: required.has(name),
      note: "",
    })),
  );
}

function fields(list: Field[]): Html {
  return html`<dl>
    ${list.map(
      ({ name, schema, required, note }) =>
        html`<div>
          <dt><code>${name}</code>${required ? "" : html` <i>optional</i>`}</dt>
          <dd>${words(schema)}${note === "" ? "" : html`, ${note}`}${nested(schema)}</dd>
        </div>`,
    )}
  </dl>`;
}

/** The content of a field that has fields itself. */
function nested(schema: JsonSchema): Html | string {
  const inner = schema.items ?? schema;
  return inner.properties === undefined ? "" : shape(inner);
}

function isCompound({ properties, items, $ref }: JsonSchema): boolean {
  return properties !== undefined || items !== undefined || $ref !== undefined;
}

function words(schema: JsonSchema): Html {
  if (schema.$ref?.startsWith(schemaRef)) {
    const name = schema.$ref.slice(schemaRef.length);
    return html`<a href="#schema-${name}">${name}</a>`;
  }
  if (schema.anyOf)
    return html`${schema.anyOf.map((one, index) => html`${index === 0 ? "" : " or "}${words(one)}`)}`;
  if (schema.enum)
    return html`${schema.enum.map((one, index) => html`${index === 0 ? "" : " · "}<code>${one}</code>`)}`;
  if (schema.const !== undefined) return html`<code>${schema.const}</code>`;
  if (schema.type === "array") return html`list of ${words(schema.items ?? {})}`;
  return html`${[schema.type ?? "anything", ...bounds(schema)].join(", ")}`;
}

function bounds({ format, pattern, minimum, maximum, maxLength, default: given }: JsonSchema): string[] {
  return [
    ...(format === undefined ? [] : [format]),
    ...(pattern === undefined ? [] : [`like ${pattern}`]),
    ...(minimum === undefined ? [] : [`at least ${minimum}`]),
    ...(maximum === undefined ? [] : [`at most ${maximum}`]),
    ...(maxLength === undefined ? [] : [`at most ${maxLength} characters`]),
    ...(given === undefined ? [] : [`else ${JSON.stringify(given)}`]),
  ];
}
