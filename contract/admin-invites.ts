/** A link that makes whoever registers with it an admin. */
import * as v from "valibot";
import { phone } from "./fields.ts";
import { operationsOf } from "./operation.ts";

export const inviteBody = v.object({ phone });

export const inviteAnswer = v.object({
  /** For the part of the link that no server gets: /register#invite=… */
  invite: v.string(),
  expiresAt: v.string(),
});
export type InviteAnswer = v.InferOutput<typeof inviteAnswer>;

/** Of a registration. */
export const invite = v.pipe(v.string(), v.maxLength(200));

export const adminInviteOperations = /* @__PURE__ */ operationsOf("Users", {
  inviteAdmin: {
    call: "POST /user/admin-invite",
    summary: "Invite somebody to be an admin",
    description:
      "Always asks for step-up. Whoever registers with the invitation and this phone number within a day becomes an admin, once. If that takes two admins by then, another one must approve it first.",
    body: inviteBody,
    stepUp: "sometimes",
    noted: "admin invited",
    answer: inviteAnswer,
  },
});
