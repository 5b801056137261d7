import { movementNames, type MovementRecord } from "#contract/account.ts";
import { groupPhone } from "#contract/terms/phone.ts";
import { cn } from "../lib/cn.ts";
import { signedMoney } from "../lib/money.ts";

export function kindName({ kind }: MovementRecord): string {
  return movementNames[kind];
}

/** Says in words why the balance changed. */
export function movementDetails({ network, offer, receiver, reason }: MovementRecord): string {
  const what = offer === null ? undefined : `${offer} ${network ?? ""}`.trim();
  const whom = receiver === null || receiver === "" ? undefined : `for ${groupPhone(receiver)}`;
  return [[what, whom].filter(Boolean).join(" "), reason].filter(Boolean).join(" · ");
}

/** An amount with its sign, so that nobody has to distinguish credit from debit by colour. */
export function Amount({ cedis }: { cedis: number }) {
  return <b className={cn("whitespace-nowrap", cedis > 0 && "text-success")}>{signedMoney(cedis)}</b>;
}
