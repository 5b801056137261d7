import { queryOptions } from "@tanstack/react-query";
import type { AloneAnswer, ThreadAnswer, WalletAtAnswer } from "#api/contract/audit.ts";
import type { Closing } from "#api/contract/closing.ts";
import type {
  BooksAnswer,
  DailyHead,
  IncidentRecord,
  VerificationAnswer,
} from "#api/contract/verification.ts";
import type { LiveEvent } from "#api/contract/live.ts";
import { get } from "../../lib/api.ts";
import { queryString } from "../../lib/lists.ts";

const walletMoved = (event: LiveEvent) => event.event === "userUpdated";

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
