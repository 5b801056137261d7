/** Proving that a phone number or email is one's own. */
import type { Context } from "hono";
import { type ProofChannel } from "#contract/terms/statuses.ts";
import { countAttempt } from "../serve/attempts.ts";
import {
  codeWrong,
  checkCode,
  justSent,
  type ProofOf,
  type Proofs,
  provedWrites,
  readProofs,
} from "../auth/proofs.ts";
import type { Env } from "../serve/env.ts";
import type { Shop } from "../shop.ts";
import { operations } from "#contract/operations.ts";
import type { ProofsAnswer } from "#contract/proofs.ts";
import { isRetry, perform } from "../serve/command.ts";
import { ApiError, refused, unauthorized } from "../serve/errors.ts";
import type { Serve } from "../serve/serve.ts";

export function proofRoutes(shop: Shop, serve: Serve): void {
  serve(operations.readProofs, (c) => answerProofs(shop, c.get("principal").user));

  serve(operations.sendProofCode, async (c, { params: { channel } }) => {
    const { user } = c.get("principal");
    const { address, provedAt } = (await requireProofs(shop, user))[channel];
    if (!canSend(shop, channel)) throw new ApiError("no_gateway", "This shop cannot send codes there");
    if (provedAt !== null) throw refused({ code: "unchanged" });
    const expiresAt = await sendCode(shop, c, { user, channel, address });
    const where = channel === "phone" ? "SMS" : "email";
    return { message: `We sent you a code by ${where}`, expiresAt };
  });

  serve(operations.prove, async (c, { params: { channel }, body }) => {
    const { user } = c.get("principal");
    // A retry's code is used up by now.
    const proof =
      (await isRetry(shop, c)) ||
      (await checkCode(shop.db, shop.secrets, { user, channels: [channel], ...body }));
    if (!proof) throw codeWrong();
    await perform(shop, c, {
      type: "change_profile",
      intent: { user, fields: [`${channel} proof`] },
      body: { channel, ...body },
      sideWrites: proof === true ? [] : provedWrites(proof),
    });
    return answerProofs(shop, user);
  });
}

/** @throws ApiError 429 after too many codes: each may be a paid SMS */
async function sendCode(shop: Shop, c: Context<Env>, of: ProofOf): Promise<string> {
  const sent = await justSent(shop.messages.pool, of);
  if (sent !== undefined) return sent;
  await countAttempt(shop, c, "proof", of.user);
  await countAttempt(shop, c, "proofs of a day", of.user);
  await countAttempt(shop, c, "proof address", of.address);
  return shop.messages.sendProofCode(of);
}

async function answerProofs(shop: Shop, user: string): Promise<ProofsAnswer> {
  const { phone, email } = await requireProofs(shop, user);
  return {
    phone: { ...phone, canSend: canSend(shop, "phone") },
    email: { ...email, canSend: canSend(shop, "email") },
  };
}

async function requireProofs({ db }: Shop, user: string): Promise<Proofs> {
  const proofs = await readProofs(db, user);
  if (!proofs) throw unauthorized();
  return proofs;
}

function canSend({ messages: { configured } }: Shop, channel: ProofChannel): boolean {
  return channel === "phone" ? configured.sms : configured.email;
}
