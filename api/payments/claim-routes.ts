/** "I paid and was not credited." */
import { toCedis } from "#contract/terms/money.ts";
import { countAttempt } from "../serve/attempts.ts";
import type { Shop } from "../shop.ts";
import type { ClaimForAdmins, ClaimRecord } from "#contract/claims.ts";
import { operations } from "#contract/operations.ts";
import { ApiError } from "../serve/errors.ts";
import type { Serve } from "../serve/serve.ts";
import { answerClaim, claimById, type ClaimRow, openClaims, ownClaims, storeClaim } from "./claims.ts";
import { matchOpen } from "../rails/phone/match-open.ts";

export function claimRoutes(shop: Shop, serve: Serve): void {
  serve(operations.claimPayment, async (c, { body: { amount, transactionId: transaction } }) => {
    const { user } = c.get("principal");
    await countAttempt(shop, c, "claim", user);
    const claim = await storeClaim(shop.db, { user, transaction, amount });
    await matchOpen(shop, { claim });
    return claimRecord(await claimById(shop.db, claim));
  });

  serve(operations.listOwnClaims, async (c) =>
    (await ownClaims(shop.db, c.get("principal").user)).map(claimRecord),
  );

  serve(operations.listClaims, async () => (await openClaims(shop.db)).map(claimForAdmins));

  serve(operations.answerClaim, async (c, { params: { id }, body: { answer } }) =>
    claimForAdmins(await answerClaim(shop.db, { id, answer, admin: c.get("principal").user })),
  );
}

function claimRecord(row: ClaimRow | undefined): ClaimRecord {
  if (!row) throw new ApiError("claim_unknown", "There is no such claim");
  const { id, transaction, amount, claimed_at, answer, is_credited } = row;
  return {
    _id: id,
    transactionId: transaction,
    amount: toCedis(amount),
    claimedAt: claimed_at,
    state: is_credited ? "credited" : answer === null ? "waiting" : "answered",
    answer: is_credited ? null : answer,
  };
}

function claimForAdmins(row: ClaimRow | undefined): ClaimForAdmins {
  const record = claimRecord(row);
  return {
    ...record,
    user: { _id: row?.user ?? "", username: row?.username ?? "", phone: row?.phone ?? "" },
  };
}
