import type { SessionRecord } from "#contract/sessions.ts";
import { ApiError } from "../lib/api-error.ts";
import { post } from "../lib/api.ts";
import { forgetDrafts } from "../lib/draft.ts";
import { forgetSession, getSession, subscribeSession } from "../lib/session.ts";
import type { Send } from "../lib/command.ts";

/**
 * Ends all sessions of the user on all devices, including this one. @throws ApiError if the server did not receive the
 * call.
 */
export async function signOutEverywhere(send: Send): Promise<void> {
  await send({ method: "POST", path: "/user/logout-everywhere" });
  forgetSession("logout");
  forgetDrafts();
}

/** Ends the session here at once, and on the server as soon as it can be reached. */
export async function signOut(): Promise<void> {
  const session = getSession();
  forgetSession("logout");
  if (session !== null) await finishSignOut(session);
}

/** Cleans up after a session that this device has already forgotten. */
export async function finishSignOut(session: SessionRecord): Promise<void> {
  forgetDrafts();
  await tellServer(session).catch(() => {
    // If there is no connection, the server's session ends at midnight.
  });
}

/** Stops when somebody signs in: a late answer would delete their cookie, or the cookie would end their session. */
async function tellServer({ token, refreshToken }: SessionRecord): Promise<void> {
  const late = new AbortController();
  const unsubscribe = subscribeSession(() => getSession() !== null && late.abort());
  const { signal } = late;
  try {
    await post("/user/logout", {}, { token, signal });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    // The access token has expired (15 minutes), and ending the session needs a valid one.
    const body = { token: refreshToken };
    const renewed = await post<SessionRecord>("/auth/refresh-token", body, { signedIn: false, signal });
    await post("/user/logout", {}, { token: renewed.token, signal });
  } finally {
    unsubscribe();
  }
}
