/** Step-up, and whether the shop asks for it. */
import { isStepUpOn } from "#ledger/settings/step-up.ts";
import { limits } from "#contract/terms/limits.ts";
import { guarded, notingRefusals } from "../serve/attempts.ts";
import { requireOwnPassword } from "../auth/passwords.ts";
import { factorState, takeCode, wrongCode } from "../auth/second-factor.ts";
import { markStepUp } from "../serve/step-up.ts";
import type { Shop } from "../shop.ts";
import { operations } from "#contract/operations.ts";
import { perform } from "../serve/command.ts";
import type { Serve } from "../serve/serve.ts";

export function stepUpRoutes(shop: Shop, serve: Serve): void {
  serve(operations.stepUp, async (c, { body }) => {
    const { user, session } = c.get("principal");
    await notingRefusals(
      shop,
      c,
      () => ({ kind: "step-up" }),
      () =>
        guarded(shop, c, { kind: "password", account: user }, () =>
          "code" in body ? requireCode(shop, user, body.code) : requireOwnPassword(shop, user, body.password),
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

async function requireCode(shop: Shop, user: string, code: string): Promise<void> {
  const { isOn } = await factorState(shop.db, user);
  if (!isOn || !(await takeCode(shop, user, code))) throw wrongCode();
}
