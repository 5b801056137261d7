import type { SessionRecord } from "#api/contract/sessions.ts";
import { ApiError } from "../lib/api-error.ts";
import { post } from "../lib/api.ts";
import { forgetDrafts } from "../lib/draft.ts";
import { forgetSession, getSession } from "../lib/session.ts";

/** Ends every session of the user, on all devices; this one too. @throws ApiError where the server did not hear of it. */
export async function signOutEverywhere(): Promise<void> {
  await post("/user/logout-everywhere", {});
  forgetSession("logout");
  forgetDrafts();
}

/** Ends the session here at once, and on the server as soon as it hears of it. */
export async function signOut(): Promise<void> {
  const session = getSession();
  forgetSession("logout");
  if (session !== null) await endLeft(session);
}

/** The rest of leaving a session that is forgotten here already. */
export async function endLeft(session: SessionRecord): Promise<void> {
  forgetDrafts();
  await tellServer(session).catch(() => {
    // Without a connection the server's session ends by itself at midnight.
  });
}

async function tellServer({ token, refreshToken }: SessionRecord): Promise<void> {
  try {
    await post("/user/logout", {}, { token });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    // The access token is older than a quarter of an hour, and the session's end needs one that is not.
    const body = { token: refreshToken };
    const renewed = await post<SessionRecord>("/auth/refresh-token", body, { signedIn: false });
    await post("/user/logout", {}, { token: renewed.token });
  }
}
