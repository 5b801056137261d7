import { post } from "../../lib/api.ts";
import { forgetDrafts } from "../../lib/draft.ts";
import { forgetSession } from "../../lib/session.ts";

/** Ends every session of the user, on all devices; this one too. @throws ApiError where the server did not hear of it. */
export async function signOutEverywhere(): Promise<void> {
  await post("/user/logout-everywhere", {});
  forgetSession();
  forgetDrafts();
}

/** Ends the session here at once, and on the server as soon as it hears of it. */
export async function signOut(): Promise<void> {
  // The call takes the token along before it is forgotten.
  const told = post("/user/logout", {});
  forgetSession();
  forgetDrafts();
  await told.catch(() => {
    // Without a connection the server's session ends by itself at midnight.
  });
}
