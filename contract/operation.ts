/**
 * One call of the API. Its route, guard, validation, documentation and tests are all made from this description. A handler
 * gets the validated `params`, `query` and `body`, and answers according to `answer`.
 */
import * as v from "valibot";
import type { SecurityKind } from "#contract/security-kinds.ts";
import type { RefusalCode } from "./errors.ts";

/** A banned user may still sign out. */
export type Access = "anyone" | "signed-in" | "signed-in-or-banned" | "admin";

export const tags = [
  "Sessions",
  "Users",
  "Catalogue",
  "Shops",
  "Orders",
  "Top-ups",
  "Payments",
  "Receipts",
  "Messages",
  "Audit",
  "Live",
  "Service",
] as const;

type Tag = (typeof tags)[number];
type Method = "GET" | "POST" | "PUT" | "DELETE";

/** What a file of the contract says of an operation. */
interface Declaration {
  /** Its method, and its path under /api as the specification writes it, with {id} for a parameter. */
  call: `${Method} /${string}`;
  /** If it is not the one of its group. */
  tag?: Tag;
  summary: string;
  description?: string;
  /** If others than admins may call it too. */
  access?: Access;
  /** Also for an admin who must set up a second factor first. */
  withoutFactor?: true;
  /** An invalid parameter is answered with 404. */
  params?: Record<string, v.GenericSchema>;
  query?: v.ObjectSchema<v.ObjectEntries, undefined>;
  body?: v.GenericSchema;
  /** Appends to the log, so it accepts an Idempotency-Key. */
  command?: true;
  /** Has an ETag, and answers 304 to a client that has the content already. */
  tagged?: true;
  /** Long and without secrets, so it is compressed. Paged lists are always compressed. */
  compressed?: true;
  /** Could be used to guess or to flood: 429 after too many attempts, 503 while too many passwords wait to be checked. */
  limited?: true;
  /** 403 until the session's user has proved again who they are, if the shop turned that on; `sometimes`: the handler decides. */
  stepUp?: true | "sometimes";
  /** A success is noted as a security event of this kind. An admin's download is always noted. */
  noted?: SecurityKind;
  /** An agent's program may call it with its X-API-Key. Every other call refuses a key. */
  byKey?: true;
  /** A file. A link can open it too, with a one-time `ticket` in place of the token. */
  download?: true;
  /** Also available without /api in front, where monitoring expects it. */
  atRoot?: true;
  /** The address contains the hash of the content, so the answer can be cached permanently. */
  immutable?: true;
  /** The status of a success; 200 by default. */
  status?: 101 | 201;
  /** A schema for JSON, or the media type of anything else. */
  answer: v.GenericSchema | { media: string; otherMedia?: string };
  /** In addition to those that follow from the other fields. */
  refusals?: readonly RefusalCode[];
}

export interface Operation extends Declaration {
  method: Method;
  path: `/${string}`;
  tag: Tag;
  access: Access;
}

/** Nothing that an operation does not have: a misspelled `limited` would be no limit. */
type Known<Group> = {
  [Name in keyof Group]: { [Key in keyof Group[Name]]: Key extends keyof Operation ? unknown : never };
};

/** Operations that are described under one tag. What says nothing of its access is for admins alone. */
export function operationsOf<const Group extends Record<string, Declaration>>(
  tag: Tag,
  group: Group & Known<Group>,
) {
  const entries = Object.entries<Declaration>(group).map(([name, declared]) => {
    const [method, path] = declared.call.split(" ");
    return [name, { tag, access: "admin", ...declared, method, path }];
  });
  return Object.fromEntries(entries) as {
    [Name in keyof Group]: Group[Name] & Pick<Operation, "method" | "path" | "tag" | "access">;
  };
}

type Output<S> = S extends v.GenericSchema ? v.InferOutput<S> : undefined;

/** The input of a handler. */
export interface Input<O extends Operation> {
  params: { [Name in keyof O["params"]]: Output<O["params"][Name]> };
  query: O extends { query: infer Q } ? Output<Q> : undefined;
  body: O extends { body: infer B } ? Output<B> : undefined;
}

/** The JSON answer of a handler. */
export type Answer<O extends Operation> = O["answer"] extends v.GenericSchema
  ? v.InferInput<O["answer"]>
  : never;

/** Only a message. */
export const messageAnswer = v.object({ message: v.string() });

/** A message, and the position of the change in the log. */
export const positionedMessage = v.object({ message: v.string(), position: v.number() });
