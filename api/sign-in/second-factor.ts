/** Turning the second factor on and off; step-up, and whether the shop asks for it. */
import type { Context } from "hono";
import { guarded, notingRefusals } from "../serve/attempts.ts";
import { requireOwnPassword } from "../auth/passwords.ts";
import {
  factorState,
  offerSecret,
  takeCode,
  turnOffWrites,
  turnOnWrites,
  wrongCode,
} from "../auth/second-factor.ts";
import { endOtherSessionsWrite } from "../auth/sessions.ts";
import { perform, performUnder } from "../serve/command.ts";
import { markStepUp, requireStepUp } from "../serve/step-up.ts";
import type { Env } from "../serve/env.ts";
import type { Shop } from "../shop.ts";
import { operations } from "#contract/operations.ts";
import { refused } from "../serve/errors.ts";
import type { Serve } from "../serve/serve.ts";
import { isStepUpOn } from "#ledger/settings/step-up.ts";
import { limits } from "#contract/terms/limits.ts";

export function secondFactorRoutes(shop: Shop, serve: Serve): void {
  serve(operations.readSecondFactor, (c) => factorState(shop.db, c.get("principal").user));

  serve(operations.offerSecondFactor, async (c, { body }) => {
    const principal = c.get("principal");
    await countingAttempt(shop, c, () => requireOwnPassword(shop, principal.user, body.password));
    const offer = await offerSecret(shop, principal);
    if (!offer) throw refused({ code: "unchanged" });
    return offer;
  });

  serve(operations.confirmSecondFactor, async (c, { body }) => {
    const { user, session } = c.get("principal");
    if ((await factorState(shop.db, user)).isOn) throw refused({ code: "unchanged" });
    await countingAttempt(shop, c, () => requireCode(shop, c, body.code));
    const { sideWrites, codes } = turnOnWrites(shop.secrets, user);
    await Promise.all([recordChange(shop, c, sideWrites), endOtherSessions(shop, user, session)]);
    shop.principals.forgetUser(user);
    return { recoveryCodes: codes };
  });

  serve(operations.changeAdminFactor, async (c, { body }) => {
    const { isRequired, seen } = body;
    if (!isRequired) await requireStepUp(shop, c);
    const { position } = await perform(shop, c, {
      type: "change_admin_factor",
      intent: { required: isRequired, ...(seen === undefined ? {} : { seen }) },
      body,
    });
    shop.principals.forgetEverybody();
    return {
      isRequired: (await factorState(shop.db, c.get("principal").user)).isRequiredForAdmins,
      position,
    };
  });

  serve(operations.turnOffSecondFactor, async (c, { body }) => {
    const { user } = c.get("principal");
    await countingAttempt(shop, c, async () => {
      await requireOwnPassword(shop, user, body.password);
      await requireCode(shop, c, body.code);
    });
    await recordChange(shop, c, turnOffWrites(user));
    return { message: "The second factor is off" };
  });
}

/**
 * The log records that the second factor changed, without the secret. The client's Idempotency-Key is not used: turning it
 * off under the same key would look like a retry of turning it on, and recovery codes are shown only once.
 */
async function recordChange(
  shop: Shop,
  c: Context<Env>,
  sideWrites: ReturnType<typeof turnOffWrites>,
): Promise<void> {
  const { user } = c.get("principal");
  await performUnder(shop, undefined, {
    type: "change_profile",
    intent: { user, fields: ["second factor"] },
    actor: user,
    body: {},
    sideWrites,
  });
}

/** They were opened with the password alone. */
function endOtherSessions(shop: Shop, user: string, session: string) {
  return performUnder(shop, undefined, {
    type: "end_sessions",
    intent: { user, session: null, except: session },
    actor: user,
    body: {},
    sideWrites: [endOtherSessionsWrite(user, session)],
  });
}

function countingAttempt(shop: Shop, c: Context<Env>, check: () => Promise<void>): Promise<void> {
  return guarded(shop, c, { kind: "password", account: c.get("principal").user }, check);
}

async function requireCode(shop: Shop, c: Context<Env>, code: string): Promise<void> {
  if (!(await takeCode(shop, c.get("principal").user, code))) throw wrongCode();
}

export function stepUpRoutes(shop: Shop, serve: Serve): void {
  serve(operations.stepUp, async (c, { body }) => {
    const { user, session } = c.get("principal");
    await notingRefusals(
      shop,
      c,
      () => ({ kind: "step-up" }),
      () =>
        guarded(shop, c, { kind: "password", account: user }, () =>
          "code" in body
            ? requireFactor(shop, user, body.code)
            : requireOwnPassword(shop, user, body.password),
        ),
    );
    await markStepUp(shop, session);
    return { message: `Confirmed for ${limits.step_up_ms / 60_000} minutes` };
  });

  serve(operations.readStepUp, async () => ({ isOn: await isStepUpOn(shop.db) }));

  serve(operations.changeStepUp, async (c, { body }) => {
    await perform(shop, c, { type: "change_step_up", intent: body, body });
    return { isOn: await isStepUpOn(shop.db) };
  });
}

async function requireFactor(shop: Shop, user: string, code: string): Promise<void> {
  const { isOn } = await factorState(shop.db, user);
  if (!isOn || !(await takeCode(shop, user, code))) throw wrongCode();
}
