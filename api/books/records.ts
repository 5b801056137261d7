/** Rows of the audit as the wire carries them, and as columns of a file. */
import type { ActView } from "#ledger/books/audit-acts.ts";
import type { Books } from "#ledger/books/audit-books.ts";
import type { AuditView } from "#ledger/books/audit-movements.ts";
import type { Thread, ThreadStep } from "#ledger/books/audit-threads.ts";
import { formatDateTime } from "#contract/terms/dates.ts";
import { actKindOf } from "#contract/terms/event-texts.ts";
import { toCedis } from "#contract/terms/money.ts";
import type { ActRecord, AuditMovement, ThreadAnswer } from "#contract/audit.ts";
import type { BooksAnswer } from "#contract/verification.ts";
import { changesOf } from "./act-changes.ts";
import type { MovementView } from "#ledger/books/statement.ts";
import { orderReference, topupReference } from "#contract/terms/references.ts";
import type { MovementRecord } from "#contract/account.ts";

export function auditMovement(view: AuditView): AuditMovement {
  return {
    ...movementRecord(view),
    userId: view.user_id,
    user: view.username ?? "",
    actorId: view.actor,
    actor: view.actor_name ?? view.actor,
    requester: view.requester,
    remaining: toCedis(view.amount + view.reversed),
    hash: view.hash,
  };
}

/** The exact time, beside the shown date: a wallet's balance can be asked for at this time. */
export function threadRecord({ movements, steps, topup, spent }: Thread): ThreadAnswer {
  return {
    movements: movements.map(auditMovement),
    steps: steps.map(stepRecord),
    topup: topup && auditMovement(topup),
    spent: spent && { ...spent, purchases: spent.purchases.map(auditMovement) },
  };
}

function stepRecord({
  position,
  recorded_at,
  type,
  actor,
  actor_name,
}: ThreadStep): ThreadAnswer["steps"][number] {
  return {
    position,
    createdAt: recorded_at,
    date: formatDateTime(recorded_at),
    what: type.replaceAll("_", " "),
    actorId: actor,
    actor: actor_name ?? actor,
  };
}

export function actRecord(view: ActView): ActRecord {
  const { position, recorded_at, actor } = view;
  return {
    _id: String(position),
    position,
    createdAt: recorded_at,
    date: formatDateTime(recorded_at),
    kind: actKindOf[view.type],
    actorId: actor,
    actor: view.actor_name ?? actor,
    requester: view.requester,
    userId: view.user_id,
    user: view.username,
    product: view.network,
    changes: changesOf(view),
    hash: view.hash,
  };
}

/** After this time without a check, the last result is outdated. */
const old_ms = 90_000;
/** The lag as readiness measures it. */
const lag_s_max = 5;

export function booksRecord(books: Books, behind: BooksAnswer["behind"]): BooksAnswer {
  const { checked_at: checkedAt, age_ms, took_ms, position, hash, findings, head, verified } = books;
  const isBroken = findings.length > 0 || (verified?.findings.length ?? 0) > 0;
  // A process that is behind shows an old state.
  const isOld = age_ms === null || age_ms > old_ms + (took_ms ?? 0) || behind.seconds > lag_s_max;
  return {
    state: isBroken ? "broken" : isOld ? "unknown" : "balanced",
    checkedAt,
    took_ms,
    position,
    hash,
    head,
    behind,
    findings: findings.length > 0 ? findings : (verified?.findings ?? []),
    verified: verified && {
      at: verified.at,
      position: verified.position,
      isWhole: verified.findings.length === 0,
    },
  };
}

/** A movement of a wallet as the wire carries it. */
export function movementRecord(view: MovementView): MovementRecord {
  const { order_id, topup_id } = view;
  return {
    _id: String(view.position),
    position: view.position,
    createdAt: view.recorded_at,
    date: formatDateTime(view.recorded_at),
    kind: view.kind,
    amount: toCedis(view.amount),
    balance: toCedis(view.balance_after),
    reference:
      order_id !== null ? orderReference(order_id) : topup_id === null ? null : topupReference(topup_id),
    network: view.network,
    offer: view.offer,
    receiver: view.receiver,
    reason: view.reason,
    corrects: view.corrects,
  };
}
