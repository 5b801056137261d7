/** The second factor of an admin's sign-in. */
import * as v from "valibot";
import { limits } from "#ledger/terms/limits.ts";
import { messageAnswer } from "./answers.ts";
import type { Operation } from "./operation.ts";

/** Of an authenticator app (six digits) or from the list of recovery codes. */
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

/** For the authenticator app: as a link and QR code, and to be typed. Shown once. */
export const offerAnswer = v.object({ secret: v.string(), uri: v.string() });
export type OfferAnswer = v.InferOutput<typeof offerAnswer>;

/** PUT /user/second-factor: a code shows that the app has the secret. */
export const confirmFactorBody = v.object({ code: factorCode });

/** To be written down: shown once, each good once. */
export const recoveryAnswer = v.object({ recoveryCodes: v.array(v.string()) });
export type RecoveryAnswer = v.InferOutput<typeof recoveryAnswer>;

/** POST /user/second-factor/off */
export const factorOffBody = v.object({ password, code: factorCode });

export const secondFactorOperations = {
  readSecondFactor: {
    method: "GET",
    path: "/user/second-factor",
    tag: "Sessions",
    summary: "Whether signing in takes a code, too",
    access: "admin",
    answer: factorAnswer,
  },
  offerSecondFactor: {
    method: "POST",
    path: "/user/second-factor",
    tag: "Sessions",
    summary: "Get a secret for an authenticator app",
    description: "It counts for nothing until one of its codes is sent to PUT.",
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
    summary: "Turn the second factor on, with a code of the app",
    description: "Ends one's other sessions nowhere: they were opened by the password.",
    access: "admin",
    body: confirmFactorBody,
    limited: true,
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
    answer: messageAnswer,
    refusals: ["password_wrong", "second_factor_wrong"],
  },
} as const satisfies Record<string, Operation>;
