/** Support: an admin helps a user who cannot sign in to a new password. */
import { passwordTexts } from "#contract/password-texts.ts";
import { countAttempt } from "../serve/attempts.ts";
import { codeExpiry, codeOfRequest, keepCodeWrite, newCode } from "../auth/proofs.ts";
import { requireStepUp } from "../serve/step-up.ts";
import type { Shop } from "../shop.ts";
import { operations } from "#contract/operations.ts";
import { isRetry, keyOfRequest, perform } from "../serve/command.ts";
import { ApiError } from "../serve/errors.ts";
import type { Serve } from "../serve/serve.ts";
import { helpNoticeWrite } from "../serve/noting.ts";
import { sendLinkWrite } from "../messages/resets.ts";
import { readUser } from "./records.ts";
import { codeWrong } from "../auth/proofs.ts";

export function signInHelpRoutes(shop: Shop, serve: Serve): void {
  serve(operations.helpSignIn, async (c, { params: { id: user }, body }) => {
    await requireStepUp(shop, c, "always");
    const { way } = body;
    const { email, phone } = await readUser(shop, user);
    if (way === "link" && !shop.messages.hasMail)
      throw new ApiError("no_gateway", passwordTexts.noResetEmail);
    if (!(await isRetry(shop, c))) await countAttempt(shop, c, "sign-in help", user);
    const key = keyOfRequest(c);
    const code = key === undefined ? newCode() : codeOfRequest(shop.secrets, user, key);
    const of = { user, channel: "support" as const, address: phone };
    const { position } = await perform(shop, c, {
      type: "help_sign_in",
      intent: { user, way },
      actor: c.get("principal").user,
      body: { user, ...body },
      sideWrites: [
        way === "link" ? sendLinkWrite(shop.secrets, email) : keepCodeWrite(shop.secrets, { ...of, code }),
        ...(shop.messages.canTell ? [helpNoticeWrite(user, way)] : []),
      ],
    });
    shop.security.note(c, { kind: "sign-in help", user, detail: way });
    if (way === "link") return { message: passwordTexts.helpLinkSent, position };
    const expiresAt = await codeExpiry(shop.db, shop.secrets, of, code);
    if (expiresAt === undefined) throw codeWrong();
    return { message: passwordTexts.helpCodeMade, code, expiresAt, position };
  });
}
