/** The second factor of an admin's sign-in. */
import type { Operation } from "../operation.ts";
import {
  confirmFactorBody,
  factorAnswer,
  factorOffBody,
  offerAnswer,
  offerBody,
  recoveryAnswer,
} from "../second-factor.ts";
import { messageAnswer } from "../users.ts";

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
