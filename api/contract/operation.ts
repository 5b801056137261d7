/**
 * One call of the API, described once: from this it is registered, guarded, checked, documented and tested. A handler
 * gets what `params`, `query` and `body` let through, and answers what `answer` says.
 */
import type * as v from "valibot";
import type { RefusalCode } from "./errors.ts";

/** A banned user may still sign out. */
export type Access = "anyone" | "signed-in" | "signed-in-or-banned" | "admin";

export const tags = [
  "Sessions",
  "Users",
  "Catalogue",
  "Orders",
  "Top-ups",
  "Messages",
  "Audit",
  "Live",
  "Service",
] as const;

export interface Operation {
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** Under /api, as the specification writes it, with {id} for a parameter. */
  path: `/${string}`;
  tag: (typeof tags)[number];
  summary: string;
  description?: string;
  access: Access;
  /** What is not one of these is nobody's: 404. */
  params?: Record<string, v.GenericSchema>;
  query?: v.ObjectSchema<v.ObjectEntries, undefined>;
  body?: v.GenericSchema;
  /** Appends to the log, so it takes an Idempotency-Key. */
  command?: true;
  /** Carries an ETag, and answers 304 to whoever has it already. */
  tagged?: true;
  /** Long, and without anything secret: compressed for who accepts it. Lists that are paged are so by themselves. */
  compressed?: true;
  /** What could be guessed or flooded: 429 after too many attempts. */
  limited?: true;
  /** Also for an agent's program, with its X-API-Key. Every other call refuses a key. */
  byKey?: true;
  /** A file, which a link opens too: with a one-time `ticket` in place of the token. */
  download?: true;
  /** Also without /api in front, where those who run services look. */
  atRoot?: true;
  /** The address names the content, so the answer can be kept for good. */
  immutable?: true;
  /** Of a success; 200 where it is left out. */
  status?: 101 | 201;
  /** JSON by a schema, or something else by its media type. */
  answer: v.GenericSchema | { media: string };
  /** Beyond those that follow from the above. */
  refusals?: readonly RefusalCode[];
}

type Output<S> = S extends v.GenericSchema ? v.InferOutput<S> : undefined;

/** What a handler gets. */
export interface Input<O extends Operation> {
  params: { [Name in keyof O["params"]]: Output<O["params"][Name]> };
  query: O extends { query: infer Q } ? Output<Q> : undefined;
  body: O extends { body: infer B } ? Output<B> : undefined;
}

/** What a handler answers in JSON. */
export type Answer<O extends Operation> = O["answer"] extends v.GenericSchema
  ? v.InferInput<O["answer"]>
  : never;
