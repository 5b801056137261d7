import type { SessionRecord } from "#api/contract/users.ts";
import { ApiError } from "./api-error.ts";
import { forgetSession, keepSession, rereadSession } from "./session.ts";

type Refresh = (refreshToken: string) => Promise<{ data: SessionRecord }>;

let inFlight: Promise<string | null> | undefined;

/**
 * A new access token in place of `spent`, or null where the session is over. One refresh at a time, across all tabs:
 * refresh tokens rotate, and one that is used twice ends the session. Without an answer it throws, and the session stays.
 */
export function refreshSession(spent: string, refresh: Refresh): Promise<string | null> {
  inFlight ??= exclusively(() => renew(spent, refresh)).finally(() => {
    inFlight = undefined;
  });
  return inFlight;
}

async function renew(spent: string, refresh: Refresh): Promise<string | null> {
  const session = rereadSession();
  if (session === null) return null;
  if (session.token !== spent) return session.token;
  try {
    const { data } = await refresh(session.refreshToken);
    keepSession(data);
    return data.token;
  } catch (error) {
    if (!(error instanceof ApiError) || error.isOutcomeUnknown || error.status === 429) throw error;
    forgetSession();
    return null;
  }
}

/** Web Locks exist on https and localhost only; elsewhere the server's 10 s of grace covers two tabs. */
function exclusively<T>(work: () => Promise<T>): Promise<T> {
  const locks = (navigator as Partial<Navigator>).locks;
  return locks === undefined ? work() : (locks.request("cedibook-refresh", work) as Promise<T>);
}
