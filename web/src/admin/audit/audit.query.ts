import { queryOptions } from "@tanstack/react-query";
import type {
  AloneAnswer,
  ActRecord,
  AuditMovement,
  ThreadAnswer,
  WalletAtAnswer,
} from "#api/contract/audit.ts";
import type { Closing } from "#api/contract/closing.ts";
import type {
  BooksAnswer,
  DailyHead,
  IncidentRecord,
  VerificationAnswer,
} from "#api/contract/verification.ts";
import type { SecurityRecord } from "#api/contract/security.ts";
import type { LiveEvent } from "#api/contract/live.ts";
import type { Page } from "#api/contract/lists.ts";
import { get } from "../../lib/api.ts";
import { queryString } from "../../lib/lists.ts";

export type Filter = Record<string, string | number | undefined>;

const walletMoved = (event: LiveEvent) => event.event === "userUpdated";

/** One page of all movements, newest first. New movements do not move rows; the page has to be reloaded to see them. */
export function movementsQuery(filter: Filter, limit: number, cursor: string | undefined) {
  return queryOptions({
    queryKey: ["audit", "movements", filter, { limit, cursor }],
    queryFn: ({ signal }) =>
      get<Page<AuditMovement>>(`/audit/movements${queryString({ ...filter, limit, cursor })}`, signal),
    // The feed does not update it, so it is fetched again when the page is opened.
    staleTime: 0,
  });
}

/** Orders are not acts. Of requests, only a decline is one. For users, the feed does not say what has changed. */
function mayBeAct(event: LiveEvent): boolean {
  if (event.event === "rechargeUpdated") return event.data.status === "declined";
  return event.event !== "ordersUpdated" && event.event !== "CurrUserUpdated";
}

/** The first page is fetched again on changes. Later pages do not change. */
export function actsQuery(filter: Filter, limit: number, cursor: string | undefined) {
  return queryOptions({
    queryKey: ["audit", "acts", filter, { limit, cursor }],
    queryFn: ({ signal }) =>
      get<Page<ActRecord>>(`/audit/acts${queryString({ ...filter, limit, cursor })}`, signal),
    staleTime: 0,
    meta: { outdatedBy: (event) => cursor === undefined && mayBeAct(event) },
  });
}

/** The feed does not tell of security events, so the first page asks now and then. */
const security_every_ms = 10_000;

export function securityQuery(filter: Filter, limit: number, cursor: string | undefined) {
  return queryOptions({
    queryKey: ["audit", "security", filter, { limit, cursor }],
    queryFn: ({ signal }) =>
      get<Page<SecurityRecord>>(`/audit/security${queryString({ ...filter, limit, cursor })}`, signal),
    staleTime: 0,
    refetchInterval: cursor === undefined && security_every_ms,
  });
}

/** What each admin did alone, by day and kind. */
export function aloneQuery(days: { from?: string | undefined; to?: string | undefined }) {
  return queryOptions({
    queryKey: ["audit", "alone", days],
    queryFn: ({ signal }) => get<AloneAnswer>(`/audit/alone${queryString(days)}`, signal),
    staleTime: 0,
    meta: { outdatedBy: walletMoved },
  });
}

export function threadQuery(position: number) {
  return queryOptions({
    queryKey: ["audit", "thread", position],
    queryFn: ({ signal }) => get<ThreadAnswer>(`/audit/thread/${position}`, signal),
    meta: { outdatedBy: walletMoved },
  });
}

/** A wallet just before a time, after a position, or now. */
export function walletAtQuery(user: string, when: { at?: string; position?: number } = {}) {
  return queryOptions({
    queryKey: ["audit", "wallet", user, when],
    queryFn: ({ signal }) => get<WalletAtAnswer>(`/audit/wallet${queryString({ user, ...when })}`, signal),
    meta: { outdatedBy: walletMoved },
  });
}

/** All accounts of some days; `at`: just before a moment. */
export function closingQuery(when: { from?: string; to?: string; at?: string }) {
  return queryOptions({
    queryKey: ["audit", "closing", when],
    queryFn: ({ signal }) => get<Closing>(`/audit/closing${queryString(when)}`, signal),
    staleTime: 0,
    meta: { outdatedBy: walletMoved },
  });
}

/** With the server's own check interval, a drift shows within a minute. */
const books_every_ms = 5000;

export const booksQuery = queryOptions({
  queryKey: ["audit", "books"],
  queryFn: ({ signal }) => get<BooksAnswer>("/audit/books", signal),
  refetchInterval: books_every_ms,
});

/** A green light can mean that an incident has ended, so it is fetched again with every change of the light. */
export function incidentsQuery(light: BooksAnswer["state"] | undefined) {
  return queryOptions({
    queryKey: ["audit", "incidents", light],
    queryFn: ({ signal }) => get<IncidentRecord[]>("/audit/incidents", signal),
    staleTime: 0,
  });
}

const progress_every_ms = 1000;

export const verificationQuery = queryOptions({
  queryKey: ["audit", "verify"],
  queryFn: ({ signal }) => get<VerificationAnswer>("/audit/verify", signal),
  refetchInterval: ({ state }) =>
    state.data?.verification?.finishedAt === null ? progress_every_ms : 10 * progress_every_ms,
});

export const headsQuery = queryOptions({
  queryKey: ["audit", "heads"],
  queryFn: ({ signal }) => get<DailyHead[]>("/audit/heads", signal),
});
