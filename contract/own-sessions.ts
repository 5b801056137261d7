/** A user's own sessions: the devices on which they are signed in. */
import * as v from "valibot";
import { uuid } from "./fields.ts";
import { messageAnswer, type Operation } from "./operation.ts";
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

export const ownSessionOperations = {
  listOwnSessions: {
    method: "GET",
    path: "/user/sessions",
    tag: "Sessions",
    summary: "List the devices on which you are signed in",
    access: "signed-in",
    answer: ownSessionsAnswer,
  },
  endOwnSession: {
    method: "DELETE",
    path: "/user/sessions/{id}",
    tag: "Sessions",
    summary: "Sign one of your devices out",
    description: "Takes effect at once, on open sockets too.",
    access: "signed-in",
    params: { id: uuid },
    command: true,
    answer: messageAnswer,
    refusals: ["session_unknown"],
  },
} as const satisfies Record<string, Operation>;
