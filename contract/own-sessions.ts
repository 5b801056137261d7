/** A user's own sessions: the devices on which they are signed in. */
import * as v from "valibot";
import { uuid } from "./fields.ts";
import { messageAnswer, operationsOf } from "./operation.ts";
import { sessionEntry } from "./users.ts";

/** GET /user/sessions: the newest first. */
export const ownSessionsAnswer = v.array(
  v.object({
    ...sessionEntry.entries,
    /** The session that asks. */
    isThis: v.boolean(),
  }),
);
export type OwnSessionsAnswer = v.InferOutput<typeof ownSessionsAnswer>;

export const ownSessionOperations = /* @__PURE__ */ operationsOf("Sessions", {
  listOwnSessions: {
    call: "GET /user/sessions",
    summary: "List the devices on which you are signed in",
    access: "signed-in",
    answer: ownSessionsAnswer,
  },
  endOwnSession: {
    call: "DELETE /user/sessions/{id}",
    summary: "Sign one of your devices out",
    description: "Takes effect at once, on open sockets too.",
    access: "signed-in",
    params: { id: uuid },
    command: true,
    answer: messageAnswer,
    refusals: ["session_unknown"],
  },
});
