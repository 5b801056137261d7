/**
 * Whose a payment is that the shop's phone was told of: by our reference, if the payer has typed it, or by the transaction ID
 * that a customer has entered. Never by the amount alone.
 */
import { formatCedis, type Pesewas } from "#ledger/terms/money.ts";
import { topupReference } from "#ledger/terms/references.ts";
import type { TopupPurpose, TopupStatus } from "#ledger/terms/statuses.ts";

/** A request that the payment may be for. */
export interface NamedRequest {
  id: number;
  user: string;
  amount: Pesewas;
  status: TopupStatus;
  purpose: TopupPurpose;
  /** The payment that has paid for it. */
  payment: string | null;
  /** Its reference was typed by the payer. Otherwise the customer has entered the transaction ID. */
  isByReference: boolean;
}

export type Verdict =
  | { act: "none" }
  /** An admin decides, for this reason. */
  | { act: "hold"; reason: string }
  | { act: "match"; topup: number; user: string }
  /** An admin has credited it by hand. */
  | { act: "cover"; topup: number };

export function whoPaid(amount: Pesewas, requests: readonly NamedRequest[]): Verdict {
  const named = requests.filter(({ isByReference, status }) => isByReference || status !== "declined");
  const [first] = named;
  if (first === undefined) return { act: "none" };
  if (named.some(({ user }) => user !== first.user)) return hold(`Several users name it: ${list(named)}`);
  const byHand = named.find(
    (one) => one.status === "approved" && one.payment === null && one.amount === amount,
  );
  if (byHand) return { act: "cover", topup: byHand.id };
  const open = named.filter(({ status }) => status === "pending");
  const [request] = open;
  if (request === undefined)
    return hold(
      first.status === "declined" ? `${list(named)} is declined` : `${list(named)} is paid already`,
    );
  const right = open.find((one) => one.amount === amount && one.purpose === "topup");
  if (right) return { act: "match", topup: right.id, user: right.user };
  return hold(
    request.purpose === "topup"
      ? `${topupReference(request.id)} is about ${formatCedis(request.amount)}`
      : `${topupReference(request.id)} asks to become Agent`,
  );
}

const hold = (reason: string): Verdict => ({ act: "hold", reason });

const list = (requests: readonly NamedRequest[]) => requests.map(({ id }) => topupReference(id)).join(", ");
