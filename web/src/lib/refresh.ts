import type { SessionRecord } from "#contract/sessions.ts";
import { ApiError } from "./api-error.ts";
import { forgetSession, keepSession, rereadSession } from "./session.ts";

type Refresh = (refreshToken: string) => Promise<{ data: SessionRecord }>;

let inFlight: Promise<string | null> | undefined;

/**
 * Returns a new access token in place of `spent`, or null if the session is over. Only one refresh runs at a time
 * across all tabs: refresh tokens rotate, and using one twice ends the session. Throws if there is no answer; the
 * session then stays.
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

/** A session stored by another tab may become visible here shortly after that tab's lock is released. */
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

/** Web Locks exist only on https and localhost. Elsewhere the server's grace of 10 s covers two tabs. */
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
