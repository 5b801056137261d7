/** Turns a request into a command with an id and a fingerprint, and submits it. */
import { hash, randomUUID } from "node:crypto";
import canonicalize from "canonicalize";
import type { Context } from "hono";
import * as v from "valibot";
import { type CommandType, type Intents, makeCommand } from "#ledger/decide/command.ts";
import type { LedgerEvent } from "#ledger/core/events.ts";
import { commandById } from "#ledger/log/commands.ts";
import type { Owner } from "#ledger/log/batch.ts";
import type { Series, SideWrite } from "#ledger/log/writer.ts";
import type { RejectionCode } from "#contract/terms/rejections.ts";
import type { Env } from "./env.ts";
import type { Door } from "./door.ts";
import { idempotencyKey } from "#contract/fields.ts";
import { ApiError, refused } from "./errors.ts";
import { mac, uuidOf } from "./secrets.ts";

/** What a request wants to submit. */
export interface Submission<T extends CommandType> {
  type: T;
  intent: Intents[T];
  /** The caller by default. */
  actor?: string;
  /** The validated body. Two requests with equal bodies are the same request. */
  body: unknown;
  /** The owner of the keys; the actor by default. For requests without an actor yet. */
  scope?: string;
  /** Used as the key if the header is missing. */
  fallbackKey?: string | undefined;
  sideWrites?: SideWrite[];
  /** Refusals that the caller did not cause, or that name a time to wait: a retry under the same key is decided again. */
  exceptFor?: readonly RejectionCode[];
  series?: Series;
}

export interface Envelope<T extends CommandType> extends Submission<T> {
  actor: string;
}

export interface AcceptedCommand {
  position: number;
  /** What was done. That it granted another admin's request for the same is left out. */
  events: LedgerEvent[];
  /** The user whose money moved, as the command left them; unknown on a retry. */
  owner?: Owner;
}

/**
 * Submits a command under the request's Idempotency-Key, or a fresh id.
 * @throws ApiError with the rejection; LedgerUnavailable if the outcome is unknown.
 */
export async function perform<T extends CommandType>(
  shop: Door,
  c: Context<Env>,
  submission: Submission<T>,
): Promise<AcceptedCommand> {
  const actor = submission.actor ?? c.get("principal").user;
  return performUnder(shop, keyOfRequest(c) ?? submission.fallbackKey, { ...submission, actor });
}

/**
 * Like `perform`, but under the given key, or under a fresh id if the key is undefined. It has been submitted when this
 * returns its promise, so commands that are performed one after the other are decided in this order.
 */
export async function performUnder<T extends CommandType>(
  shop: Door,
  key: string | undefined,
  { type, intent, actor, body, scope = actor, sideWrites = [], exceptFor, series }: Envelope<T>,
): Promise<AcceptedCommand> {
  const command = makeCommand({
    type,
    intent,
    actor,
    id: key === undefined ? randomUUID() : commandId(scope, key),
    fingerprint: fingerprintOf(shop, type, body),
  });
  const remember = key !== undefined;
  const outcome = await shop.writer.submit(command, { remember, exceptFor, sideWrites, series });
  if (!outcome.accepted) throw refused(outcome.rejection);
  return { ...outcome, events: outcome.events.filter((event) => event.type !== "approval_granted") };
}

/** Whether the request's command was decided already, so that its answer is stored. */
export async function isRetry(shop: Door, c: Context<Env>): Promise<boolean> {
  const key = keyOfRequest(c);
  if (key === undefined) return false;
  return (await commandById(shop.db, commandId(c.get("principal").user, key))) !== undefined;
}

export function keyOfRequest(c: Context<Env>): string | undefined {
  const key = c.req.header("idempotency-key");
  if (key !== undefined && !v.is(idempotencyKey, key)) {
    throw new ApiError("key_invalid", "The Idempotency-Key must be 1 to 200 visible ASCII characters");
  }
  return key;
}

/** A UUID made from the actor and the key. The key itself, which may be personal data, never reaches the log. */
export function commandId(scope: string, key: string): string {
  return uuidOf(hash("sha256", `${scope}\0${key}`, "hex"));
}

/** A keyed hash, because bodies contain passwords and card numbers and the log keeps it permanently. 128 bits, hex. */
function fingerprintOf(shop: Door, type: string, body: unknown): string {
  const text = `${type}\n${canonicalize(body) ?? ""}`;
  return mac(shop.secrets.fingerprint, text).subarray(0, 16).toString("hex");
}
