/** Signing in with a second factor. */
import * as v from "valibot";
import { limits } from "#ledger/terms/limits.ts";

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
