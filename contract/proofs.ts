/** Proving that a phone number or email is one's own, with a code that is sent there. */
import * as v from "valibot";
import { limits } from "#contract/terms/limits.ts";
import { proofChannels } from "#contract/terms/statuses.ts";
import { operationsOf } from "./operation.ts";

const channel = v.picklist(proofChannels);

const askForCode = `Please enter the ${limits.proof_code_digits} digits`;

/** PUT /user/proofs/{channel}. Spaces are removed. */
export const proofBody = v.object({
  code: v.pipe(
    v.string(askForCode),
    v.maxLength(40, askForCode),
    v.transform((typed: string) => typed.replace(/\s/g, "")),
    v.regex(new RegExp(`^\\d{${limits.proof_code_digits}}$`), askForCode),
  ),
});

const proof = v.object({
  /** The phone number or the email. */
  address: v.string(),
  /** Null if it is not proved. */
  provedAt: v.nullable(v.string()),
  /** Whether the shop can send a code there. */
  canSend: v.boolean(),
});
export type Proof = v.InferOutput<typeof proof>;

export const proofsAnswer = v.object(v.entriesFromList(proofChannels, proof));
export type ProofsAnswer = v.InferOutput<typeof proofsAnswer>;

/** POST /user/proofs/{channel}: until when the code that was sent last works. */
export const proofSentAnswer = v.object({ message: v.string(), expiresAt: v.string() });
export type ProofSentAnswer = v.InferOutput<typeof proofSentAnswer>;

export const proofOperations = /* @__PURE__ */ operationsOf("Users", {
  readProofs: {
    call: "GET /user/proofs",
    summary: "Read whether your phone and email are proved to be yours",
    access: "signed-in",
    answer: proofsAnswer,
  },
  sendProofCode: {
    call: "POST /user/proofs/{channel}",
    summary: "Get a code by SMS or email that proves your phone or email",
    description: `\`channel\` is \`phone\` or \`email\`. A code works for ${limits.proof_code_ms / 60_000} minutes, and only the last one does. A second request within a minute sends nothing.`,
    access: "signed-in",
    params: { channel },
    limited: true,
    answer: proofSentAnswer,
    refusals: ["no_gateway", "unchanged"],
  },
  prove: {
    call: "PUT /user/proofs/{channel}",
    summary: "Prove your phone or email with the code that was sent there",
    description: `After ${limits.proof_code_attempts_max} wrong attempts a new code is needed. A changed phone has to be proved again.`,
    access: "signed-in",
    params: { channel },
    body: proofBody,
    command: true,
    answer: proofsAnswer,
    refusals: ["proof_code_wrong"],
  },
});
