import { movementNames, type MovementRecord } from "#api/contract/account.ts";
import { groupPhone } from "#ledger/terms/phone.ts";

export function kindName({ kind }: MovementRecord): string {
  return movementNames[kind];
}

/** Says in words why the balance changed. */
export function movementDetails({ network, offer, receiver, reason }: MovementRecord): string {
  const what = offer === null ? undefined : `${offer} ${network ?? ""}`.trim();
  const whom = receiver === null || receiver === "" ? undefined : `for ${groupPhone(receiver)}`;
  return [[what, whom].filter(Boolean).join(" "), reason].filter(Boolean).join(" · ");
}
