import type { AloneAnswer } from "#contract/audit.ts";
import type { Closing } from "#contract/reports.ts";
import type { BooksAnswer, DailyHead, IncidentRecord, VerificationAnswer } from "#contract/verification.ts";
import { getQuery } from "../../lib/query-client.ts";
import { queryString } from "../../lib/lists.ts";
import { walletMoved } from "../../office/account.query.ts";

const whenMoved = { outdatedBy: walletMoved };
const alsoAnew = { ...whenMoved, staleTime: 0 };

export function aloneQuery(days: { from?: string | undefined; to?: string | undefined }) {
  return getQuery<AloneAnswer>(["audit", "alone", days], `/audit/alone${queryString(days)}`, alsoAnew);
}

/** All accounts of some days; `at`: just before a moment. */
export function closingQuery(when: { from?: string; to?: string; at?: string }) {
  return getQuery<Closing>(["audit", "closing", when], `/audit/closing${queryString(when)}`, alsoAnew);
}

/** With the server's own check interval, a drift shows within a minute. */
const books_every_ms = 5000;

export const booksQuery = getQuery<BooksAnswer>(["audit", "books"], "/audit/books", {
  refetchInterval: books_every_ms,
});

/** A green light can mean that an incident has ended, so it is fetched again with every change of the light. */
export function incidentsQuery(light: BooksAnswer["state"] | undefined) {
  return getQuery<IncidentRecord[]>(["audit", "incidents", light], "/audit/incidents", { staleTime: 0 });
}

const progress_every_ms = 1000;

export const verificationQuery = getQuery<VerificationAnswer>(["audit", "verify"], "/audit/verify", {
  refetchInterval: ({ state }) =>
    state.data?.verification?.finishedAt === null ? progress_every_ms : 10 * progress_every_ms,
});

export const headsQuery = getQuery<DailyHead[]>(["audit", "heads"], "/audit/heads");
