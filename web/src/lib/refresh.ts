import type { SessionRecord } from "#api/contract/sessions.ts";
import { ApiError } from "./api-error.ts";
import { forgetSession, keepSession, rereadSession } from "./session.ts";

type Refresh = (refreshToken: string) => Promise<{ data: SessionRecord }>;

let inFlight: Promise<string | null> | undefined;

/**
 * A new access token in place of `spent`, or null where the session is over. One refresh at a time, across all tabs:
 * refresh tokens rotate, and one that is used twice ends the session. Without an answer it throws, and the session stays.
 */
export function refreshSession(spent: string, refresh: Refresh): Promise<string | null> {
  inFlight ??= exclusively((isSecond) => renew(spent, refresh, isSecond)).finally(() => {
    inFlight = undefined;
  });
  return inFlight;
}

async function renew(spent: string, refresh: Refresh, isSecond: boolean): Promise<string | null> {
  if (isSecond) await arrival(spent);
  const session = rereadSession();
  if (session === null) return null;
  if (session.token !== spent) return session.token;
  try {
    const { data } = await refresh(session.refreshToken);
    keepSession(data);
    return data.token;
  } catch (error) {
    if (!(error instanceof ApiError) || error.isOutcomeUnknown || error.status === 429) throw error;
    forgetSession(error.answer.code === "actor_banned" ? "banned" : "ended");
    return null;
  }
}

const arrival_ms = 1000;

/** What the tab before has stored may reach this one a moment later than its lock does. */
function arrival(spent: string): Promise<void> | undefined {
  if (rereadSession()?.token !== spent) return undefined;
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener("storage", done);
      resolve();
    };
    const timer = setTimeout(done, arrival_ms);
    addEventListener("storage", done);
  });
}

/** Web Locks exist on https and localhost only; elsewhere the server's 10 s of grace covers two tabs. */
async function exclusively(work: (isSecond: boolean) => Promise<string | null>): Promise<string | null> {
  const locks = (navigator as Partial<Navigator>).locks;
  if (locks === undefined) return work(false);
  let isFree = true;
  const first = await locks.request("cedibook-refresh", { ifAvailable: true }, (lock) => {
    isFree = lock !== null;
    return isFree ? work(false) : null;
  });
  return isFree ? first : locks.request("cedibook-refresh", () => work(true));
}
