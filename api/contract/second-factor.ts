/** The second factor of an admin's sign-in. */
import * as v from "valibot";
import { limits } from "#ledger/terms/limits.ts";
import { messageAnswer } from "./answers.ts";
import type { Operation } from "./operation.ts";

/** A code of an authenticator app (six digits), or a recovery code. */
export const factorCode = v.pipe(
  v.string("Please enter the code"),
  v.trim(),
  v.nonEmpty("Please enter the code"),
  v.maxLength(40, "Please enter the code"),
);

const password = v.pipe(
  v.string("Please enter your password"),
  v.nonEmpty("Please enter your password"),
  v.maxLength(limits.password_length_max, "Please enter your password"),
);

/** GET /user/second-factor */
export const factorAnswer = v.object({ isOn: v.boolean(), recoveryCodesLeft: v.number() });
export type FactorAnswer = v.InferOutput<typeof factorAnswer>;

/** POST /user/second-factor */
export const offerBody = v.object({ password });

/** The secret for the authenticator app: to be typed, and as a link, which the page shows as a QR code. Shown once. */
export const offerAnswer = v.object({ secret: v.string(), uri: v.string() });
export type OfferAnswer = v.InferOutput<typeof offerAnswer>;

/** PUT /user/second-factor: the code proves that the app has the secret. */
export const confirmFactorBody = v.object({ code: factorCode });

/** The user writes them down: they are shown once, and each works once. */
export const recoveryAnswer = v.object({ recoveryCodes: v.array(v.string()) });
export type RecoveryAnswer = v.InferOutput<typeof recoveryAnswer>;

/** POST /user/second-factor/off */
export const factorOffBody = v.object({ password, code: factorCode });

export const secondFactorOperations = {
  readSecondFactor: {
    method: "GET",
    path: "/user/second-factor",
    tag: "Sessions",
    summary: "Read whether signing in needs a code",
    access: "admin",
    answer: factorAnswer,
  },
  offerSecondFactor: {
    method: "POST",
    path: "/user/second-factor",
    tag: "Sessions",
    summary: "Get a secret for an authenticator app",
    description: "The secret has no effect until one of its codes is sent with PUT.",
    access: "admin",
    body: offerBody,
    limited: true,
    answer: offerAnswer,
    refusals: ["password_wrong", "unchanged"],
  },
  confirmSecondFactor: {
    method: "PUT",
    path: "/user/second-factor",
    tag: "Sessions",
    summary: "Turn the second factor on, with a code from the app",
    description: "Does not end your other sessions, which were opened with the password.",
    access: "admin",
    body: confirmFactorBody,
    limited: true,
    noted: "second factor on",
    answer: recoveryAnswer,
    refusals: ["second_factor_wrong", "unchanged"],
  },
  turnOffSecondFactor: {
    method: "POST",
    path: "/user/second-factor/off",
    tag: "Sessions",
    summary: "Turn the second factor off",
    access: "admin",
    body: factorOffBody,
    limited: true,
    noted: "second factor off",
    answer: messageAnswer,
    refusals: ["password_wrong", "second_factor_wrong"],
  },
} as const satisfies Record<string, Operation>;
