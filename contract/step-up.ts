/** Proving again who one is, before sensitive calls. */
import * as v from "valibot";
import { limits } from "#contract/terms/limits.ts";
import { officeLimits } from "#contract/terms/office-limits.ts";
import { messageAnswer, operationsOf } from "./operation.ts";
import { factorCode } from "./second-factor.ts";

/** POST /user/step-up: the password, or a code of the authenticator app. */
export const stepUpBody = v.union(
  [
    v.object({
      password: v.pipe(v.string(), v.nonEmpty(), v.maxLength(limits.password_length_max)),
    }),
    v.object({ code: factorCode }),
  ],
  "Please enter your password or a code",
);

export const stepUpSetting = v.object({ isOn: v.boolean() });
export type StepUpSetting = v.InferOutput<typeof stepUpSetting>;

export const stepUpOperations = /* @__PURE__ */ operationsOf("Sessions", {
  stepUp: {
    call: "POST /user/step-up",
    summary: `Prove again who you are, for ${limits.step_up_ms / 60_000} minutes`,
    description: `If the shop turned step-up on, sensitive calls answer 403 \`step_up_needed\` until the session's user has called this: changes of the payment details and of what messages say, prices more than ${officeLimits.price_cut_share_max * 100} % below or above those of the last ${officeLimits.price_cut_window_h} hours and new offers, approving either of these, no longer requiring a second factor of admins, showing and replacing an API key, and changing a webhook. Making and removing an admin, moving in from another shop, approving either of these, and helping a user to a new password always ask. Then send the call again, with the same Idempotency-Key.`,
    access: "signed-in",
    body: stepUpBody,
    limited: true,
    noted: "step-up",
    answer: messageAnswer,
    refusals: ["password_wrong", "second_factor_wrong"],
  },
  readStepUp: {
    call: "GET /extra/step-up",
    summary: "Read whether sensitive calls ask for the password or code again",
    answer: stepUpSetting,
  },
  changeStepUp: {
    call: "PUT /extra/step-up",
    summary: "Turn on or off that sensitive calls ask for the password or code again",
    description: "Turning it off is such a call itself.",
    body: stepUpSetting,
    command: true,
    stepUp: true,
    answer: stepUpSetting,
    refusals: ["unchanged"],
  },
});
