/** A forgotten password: the link by email, the code by SMS or from support, and the new password. */
import type { Context } from "hono";
import * as v from "valibot";
import { commandById } from "#ledger/log/commands.ts";
import type { SideWrite } from "#ledger/log/writer.ts";
import { passwordTexts } from "#contract/password-texts.ts";
import { texts } from "#contract/terms/texts.ts";
import { countAttempt, guarded, notingRefusals } from "../serve/attempts.ts";
import { refuseCommonPassword } from "../auth/common-passwords.ts";
import { knownDevice } from "../auth/cookies.ts";
import {
  checkResetPhone,
  findPerson,
  findReset,
  newPasswordWrites,
  tokenPattern,
} from "../auth/password-resets.ts";
import { hashPassword } from "../auth/passwords.ts";
import { checkCode, codeHash, codeWrong, type ProofOf, provedWrites, resetChannels } from "../auth/proofs.ts";
import { endAllSessionsWrites } from "../auth/sessions.ts";
import type { Env } from "../serve/env.ts";
import { hashToken } from "../serve/secrets.ts";
import type { Shop } from "../shop.ts";
import { operations } from "#contract/operations.ts";
import { commandId, performUnder } from "../serve/command.ts";
import { ApiError } from "../serve/errors.ts";
import type { Serve } from "../serve/serve.ts";

export function passwordResetRoutes(shop: Shop, serve: Serve): void {
  askingRoutes(shop, serve);
  linkRoutes(shop, serve);

  serve(operations.resetPasswordByCode, async (c, { body: { phone, code, password } }) => {
    const { person, proof, hashed } = await guardedReset(shop, c, phone, async () => {
      // First, so that an unknown number takes as long as a wrong code.
      const hashed = await hashPassword(password);
      const person = await findPerson(shop.db, "phone", phone);
      const proof = person && (await findProof(shop, person, code));
      if (!proof) throw codeWrong();
      return { person, proof, hashed };
    });
    refuseCommonPassword(shop.name, password, person);
    const key = codeHash(shop.secrets, proof, code).toString("hex");
    return setPassword(shop, c, {
      user: person.id,
      key,
      password,
      sideWrites: [
        ...provedWrites(proof),
        ...newPasswordWrites(person.id, hashed, { isTold: shop.messages.canTell }),
      ],
      whenUsed: codeWrong,
    });
  });
}

function askingRoutes(shop: Shop, serve: Serve): void {
  serve(operations.readResetWays, async () => {
    const { hasMail: email, hasGateway: sms } = shop.messages;
    return { email, sms };
  });

  serve(operations.forgetPassword, async (c, { body: { email } }) => {
    await countAttempt(shop, c, "forget", email);
    // Always a job, so that neither the answer nor its time shows whether an account has this address.
    if (!(await shop.messages.askForReset(email)))
      throw new ApiError("no_gateway", passwordTexts.noResetEmail);
    return { message: texts.resetEmailSent };
  });

  serve(operations.requestResetCode, async (c, { body: { phone } }) => {
    await countAttempt(shop, c, "reset code", phone);
    await countAttempt(shop, c, "reset codes of a day", phone);
    if (!(await shop.messages.askForResetCode(phone)))
      throw new ApiError("no_gateway", passwordTexts.noResetSms);
    return { message: passwordTexts.resetCodeSent };
  });
}

function linkRoutes(shop: Shop, serve: Serve): void {
  serve(operations.readResetLink, async (_, { params }) => {
    const { link } = await requireLink(shop, params.token);
    if (link.isUsed) throw linkRefused();
    return { needsPhone: link.needsPhone };
  });

  serve(operations.resetPassword, async (c, { params, body: { password, phone } }) => {
    const { token, link } = await requireLink(shop, params.token);
    const { user } = link;
    const person = await findPerson(shop.db, "id", user);
    if (!person) throw linkRefused();
    // A retry with a used link sets no password.
    if (link.needsPhone && !link.isUsed) {
      const guess = phone;
      if (guess === undefined) throw phoneRefused("reset_phone_needed", passwordTexts.resetPhoneNeeded);
      await guardedReset(
        shop,
        c,
        person.phone,
        async () => {
          const matches = await checkResetPhone(shop.db, token, guess);
          if (matches === undefined) throw linkRefused();
          if (!matches) throw phoneRefused("reset_phone_wrong", passwordTexts.resetPhoneWrong);
        },
        user,
      );
    }
    // After the phone number: that a password is the user's own number says what the number is.
    refuseCommonPassword(shop.name, password, person);
    const hashed = await hashPassword(password);
    // The link is the command's key: with the same password it is a retry, with another password the link is used up.
    return setPassword(shop, c, {
      user,
      key: hashToken(token).toString("hex"),
      password,
      sideWrites: newPasswordWrites(user, hashed, { token, isTold: shop.messages.canTell }),
      whenUsed: linkRefused,
    });
  });
}

/** What the code is for; undefined if it is wrong. A retry's code is used up by now: its command is known. */
async function findProof(
  shop: Shop,
  { id: user, phone }: { id: string; phone: string },
  code: string,
): Promise<ProofOf | undefined> {
  const found = await checkCode(shop.db, shop.secrets, { user, channels: resetChannels, code });
  if (found) return found;
  for (const channel of resetChannels) {
    const of = { user, channel, address: phone };
    const key = codeHash(shop.secrets, of, code).toString("hex");
    if (await commandById(shop.db, commandId(resetScope, key))) return of;
  }
  return undefined;
}

/** The limits of a login. Wrong guesses are security events. */
function guardedReset<T>(
  shop: Shop,
  c: Context<Env>,
  phone: string,
  work: () => Promise<T>,
  user?: string,
): Promise<T> {
  const device = knownDevice(shop, c, phone);
  return notingRefusals(
    shop,
    c,
    () => ({ kind: "password reset", user }),
    () => guarded(shop, c, { kind: "reset", account: phone, device }, work),
  );
}

interface NewPassword {
  user: string;
  key: string;
  password: string;
  sideWrites: SideWrite[];
  /** The refusal if the key has already set another password. */
  whenUsed: () => ApiError;
}

const resetScope = "password reset";

async function setPassword(
  shop: Shop,
  c: Context<Env>,
  { user, key, password, sideWrites, whenUsed }: NewPassword,
): Promise<{ message: string }> {
  await performUnder(shop, key, {
    type: "end_sessions",
    intent: { user, session: null },
    actor: user,
    scope: resetScope,
    body: { password },
    sideWrites: [...sideWrites, ...endAllSessionsWrites(user)],
  }).catch((error: unknown) => {
    throw error instanceof ApiError && error.answer.code === "key_reused" ? whenUsed() : error;
  });
  shop.principals.forgetUser(user);
  shop.security.note(c, { kind: "password reset", user });
  return { message: texts.passwordReset };
}

async function requireLink(shop: Shop, typed: string) {
  const token = v.safeParse(v.pipe(v.string(), v.regex(tokenPattern)), typed);
  const link = token.success ? await findReset(shop.db, token.output) : undefined;
  if (!token.success || link === undefined) throw linkRefused();
  return { token: token.output, link };
}

function phoneRefused(code: "reset_phone_needed" | "reset_phone_wrong", message: string): ApiError {
  return new ApiError(code, message, { fields: { phone: message } });
}

function linkRefused(): ApiError {
  return new ApiError("reset_link_invalid", texts.resetLinkInvalid);
}
