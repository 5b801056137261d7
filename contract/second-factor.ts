/** The second factor of signing in. */
import * as v from "valibot";
import { limits } from "#contract/terms/limits.ts";
import { messageAnswer, operationsOf } from "./operation.ts";

/** A code of an authenticator app (six digits), or a recovery code. */
export const factorCode = v.pipe(
  v.string("Please enter the code"),
  v.trim(),
  v.nonEmpty("Please enter the code"),
  v.maxLength(40, "Please enter the code"),
);

/** The one of the account. */
export const password = v.pipe(
  v.string("Please enter your password"),
  v.nonEmpty("Please enter your password"),
  v.maxLength(limits.password_length_max, "Please enter your password"),
);

export const factorAnswer = v.object({
  isOn: v.boolean(),
  recoveryCodesLeft: v.number(),
  /** Whether the shop requires one of its admins. */
  isRequiredForAdmins: v.boolean(),
});
export type FactorAnswer = v.InferOutput<typeof factorAnswer>;

export const offerBody = v.object({ password });

/** The secret for the authenticator app: to be typed, and as a link, which the page shows as a QR code. Shown once. */
export const offerAnswer = v.object({ secret: v.string(), uri: v.string() });
export type OfferAnswer = v.InferOutput<typeof offerAnswer>;

/** PUT /user/second-factor: the code proves that the app has the secret. */
export const confirmFactorBody = v.object({ code: factorCode });

/** The user writes them down: they are shown once, and each works once. */
export const recoveryAnswer = v.object({ recoveryCodes: v.array(v.string()) });
export type RecoveryAnswer = v.InferOutput<typeof recoveryAnswer>;

export const factorOffBody = v.object({ password, code: factorCode });

export const adminFactorAnswer = v.object({ isRequired: v.boolean(), position: v.number() });
export type AdminFactorAnswer = v.InferOutput<typeof adminFactorAnswer>;

export const secondFactorOperations = /* @__PURE__ */ operationsOf("Sessions", {
  readSecondFactor: {
    call: "GET /user/second-factor",
    summary: "Read whether signing in needs a code",
    access: "signed-in",
    withoutFactor: true,
    answer: factorAnswer,
  },
  offerSecondFactor: {
    call: "POST /user/second-factor",
    summary: "Get a secret for an authenticator app",
    description: "The secret has no effect until one of its codes is sent with PUT.",
    access: "signed-in",
    withoutFactor: true,
    body: offerBody,
    limited: true,
    answer: offerAnswer,
    refusals: ["password_wrong", "unchanged"],
  },
  confirmSecondFactor: {
    call: "PUT /user/second-factor",
    summary: "Turn the second factor on, with a code from the app",
    description: "Your other sessions, which were opened with the password alone, end.",
    access: "signed-in",
    withoutFactor: true,
    body: confirmFactorBody,
    limited: true,
    noted: "second factor on",
    answer: recoveryAnswer,
    refusals: ["second_factor_wrong", "unchanged"],
  },
  changeAdminFactor: {
    call: "PUT /extra/admin-second-factor",
    summary: "Require a second factor of all admins, or stop requiring it",
    description:
      "While it is required, every call of an admin without one is refused with `second_factor_required`, except for setting it up and signing out.",
    /** `seen`: the value that the admin saw. If it has changed since, the call is refused. */
    body: v.object({
      isRequired: v.boolean("Please choose"),
      seen: v.optional(v.boolean()),
    }),
    command: true,
    stepUp: "sometimes",
    answer: adminFactorAnswer,
    refusals: ["changed_meanwhile", "unchanged"],
  },
  turnOffSecondFactor: {
    call: "POST /user/second-factor/off",
    summary: "Turn the second factor off",
    access: "signed-in",
    body: factorOffBody,
    limited: true,
    noted: "second factor off",
    answer: messageAnswer,
    refusals: ["password_wrong", "second_factor_wrong"],
  },
});
