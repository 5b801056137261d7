/** Changing the password while signed in. */
import type { SideWrite } from "#ledger/log/writer.ts";
import { passwordTexts } from "#contract/password-texts.ts";
import { guarded } from "../serve/attempts.ts";
import { refuseCommonPassword } from "../auth/common-passwords.ts";
import { endResetsWrites } from "../auth/password-resets.ts";
import { hashPassword, requireOwnPassword } from "../auth/passwords.ts";
import { endOtherSessionsWrite } from "../auth/sessions.ts";
import type { Shop } from "../shop.ts";
import { operations } from "#contract/operations.ts";
import { passwordWrite } from "../serve/noting.ts";
import { isRetry, perform } from "../serve/command.ts";
import { refused, unauthorized } from "../serve/errors.ts";
import type { Serve } from "../serve/serve.ts";

export function passwordChangeRoutes(shop: Shop, serve: Serve): void {
  serve(operations.changePassword, async (c, { body }) => {
    const principal = c.get("principal");
    const { user, session } = principal;
    refuseCommonPassword(shop.name, body.newPassword, principal, "newPassword");
    // Its password is the current one by now.
    if (!(await isRetry(shop, c)))
      await guarded(shop, c, { kind: "password", account: user }, () =>
        requireOwnPassword(shop, user, body.currentPassword, "currentPassword"),
      );
    const hashed = await hashPassword(body.newPassword);
    await perform(shop, c, {
      type: "end_sessions",
      intent: { user, session: null, except: session },
      body,
      sideWrites: changedPasswordWrites({ user, session, hashed, isTold: shop.messages.canTell }),
    });
    shop.principals.forgetUser(user);
    // The session may have ended after the request was let in. Then nothing was changed.
    const still = await shop.principals.find(session);
    if (!still) throw unauthorized();
    if (still.status === "Banned") throw refused({ code: "actor_banned" });
    return { message: passwordTexts.passwordChanged };
  });
}

interface Changed {
  user: string;
  session: string;
  hashed: string;
  isTold: boolean;
}

/**
 * The writes that belong to the event that ends the other sessions. If this session has ended in the meantime, somebody
 * has reset or changed the password, and theirs stays.
 */
function changedPasswordWrites({ user, session, hashed, isTold }: Changed): SideWrite[] {
  return [
    passwordWrite(user, hashed, isTold, {
      condition: "exists (select from shop.session where id = $3 and ended_at is null)",
      values: [session],
    }),
    ...endResetsWrites(user),
    endOtherSessionsWrite(user, session),
  ];
}
