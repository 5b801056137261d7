/**
 * Whose a payment is that the shop's phone was told of: by our reference, if the payer has typed it, or by the transaction ID
 * that a customer has entered. Never by the amount alone.
 */
import { formatCedis, type Pesewas } from "#contract/terms/money.ts";
import { topupReference } from "#contract/terms/references.ts";
import type { TopupPurpose, TopupStatus } from "#contract/terms/statuses.ts";

/** A request that the payment may be for. */
export interface NamedRequest {
  id: number;
  user: string;
  amount: Pesewas;
  status: TopupStatus;
  purpose: TopupPurpose;
  /** The payment that has paid for it. */
  payment: string | null;
  /**
   * By what it is named: the payer has typed its reference, or the customer has entered the transaction ID in it. Claim: its
   * customer claims the payment, and the request is about the same amount without a transaction ID.
   */
  by: "reference" | "transaction" | "claim";
}

/** A customer says that they have paid and were not credited. */
export interface Claim {
  user: string;
  amount: Pesewas;
}

export type MatchDecision =
  | { act: "none" }
  /** An admin decides, for this reason. */
  | { act: "hold"; reason: string }
  /** `topup`: null if there is no request for it. */
  | { act: "match"; topup: number | null; user: string }
  /** An admin has credited it by hand. */
  | { act: "cover"; topup: number };

export function whoPaid(
  amount: Pesewas,
  requests: readonly NamedRequest[],
  claims: readonly Claim[] = [],
): MatchDecision {
  const named = requests.filter(
    ({ by, status }) => by === "reference" || status === "pending" || status === "approved",
  );
  const [first] = [...named, ...claims];
  if (first === undefined) return { act: "none" };
  if ([...named, ...claims].some(({ user }) => user !== first.user))
    return hold(`Several users name it: ${[...list(named), ...claims.map(() => "a claim")].join(", ")}`);
  const byHand = named.find(
    (one) => one.status === "approved" && one.payment === null && one.amount === amount,
  );
  if (byHand?.by === "claim") return hold(`${topupReference(byHand.id)} was approved by hand`);
  if (byHand) return { act: "cover", topup: byHand.id };
  const open = named.filter(({ status }) => status === "pending");
  const right = open.find((one) => one.amount === amount && one.purpose === "topup");
  if (right) return { act: "match", topup: right.id, user: right.user };
  return whyNot(amount, named, claims);
}

/** No request is the right one. */
function whyNot(amount: Pesewas, named: readonly NamedRequest[], [claim]: readonly Claim[]): MatchDecision {
  const request = named.find(({ status, by }) => status === "pending" && by !== "claim");
  if (request)
    return hold(
      request.purpose === "topup"
        ? `${topupReference(request.id)} is about ${formatCedis(request.amount)}`
        : `${topupReference(request.id)} asks to become Agent`,
    );
  const decided = named.find(({ by }) => by !== "claim");
  if (decided)
    return hold(
      `${topupReference(decided.id)} is ${decided.status === "declined" ? "declined" : "paid already"}`,
    );
  if (claim === undefined) return { act: "none" };
  return claim.amount === amount
    ? { act: "match", topup: null, user: claim.user }
    : hold(`Its customer says that it was ${formatCedis(claim.amount)}`);
}

const hold = (reason: string): MatchDecision => ({ act: "hold", reason });

const list = (requests: readonly NamedRequest[]) => requests.map(({ id }) => topupReference(id));
