/** Compares the shop's books with what its wallets of mobile money really received. */
import type { Pesewas } from "../../../contract/terms/money.ts";
import type { Movement, SmsPhone } from "../../../tools/doubles/sms-phone/phone.ts";
import type { Network } from "../../../tools/doubles/sms-phone/texts.ts";
import { type Booked, bookedOn, walletFaults } from "./books.ts";
import { lightFaults, listFaults } from "./office.ts";
import { railOf } from "./sms-admin.ts";
import type { PhoneTruth } from "./sms-payers.ts";
import type { StormedShop } from "./stormed-shop.ts";

/** @returns what is wrong, each by the rail's own id or the user */
export async function smsFaults(shop: StormedShop, phone: SmsPhone, truth: PhoneTruth): Promise<string[]> {
  const token = await shop.signInAdmin();
  const reversed = new Set(phone.movements.map(({ reverses }) => reverses));
  const due = new Map<string, Pesewas>();
  const faults: string[] = [];
  for (const network of ["mtn", "telecel"] as const satisfies Network[]) {
    const rail = railOf[network];
    const booked = await bookedOn(shop, rail);
    const received = phone.movements.filter((one) => one.network === network && one.kind === "received");
    const open = new Map<string, Pesewas>();
    for (const movement of received) {
      const { transactionId: id, amount, delivery } = movement;
      const row = booked.get(id);
      // An admin's word alone credits nobody.
      const user = delivery === "missing" ? null : (truth.claims.get(id)?.user ?? null);
      const fault = faultOf(movement, row, user, reversed.has(id));
      if (fault !== undefined) faults.push(`${id}: ${fault}`);
      if (user !== null && (!reversed.has(id) || row?.user === user))
        due.set(user, (due.get(user) ?? 0) + amount);
      if (user === null && !reversed.has(id)) open.set(id, amount);
    }
    const real = new Set(received.map(({ transactionId }) => transactionId));
    for (const { transaction } of booked.values())
      if (!real.has(transaction)) faults.push(`doubled: nobody paid ${transaction}`);
    faults.push(...(await listFaults(shop, token, rail, open)));
    faults.push(...(await lightFaults(shop, token, rail, phone.balanceOf(network))));
  }
  return [...faults, ...(await walletFaults(shop, due)), ...keylessFaults(phone, truth)];
}

function faultOf(
  { amount }: Movement,
  row: Booked | undefined,
  user: string | null,
  isReversed: boolean,
): string | undefined {
  if (!row) return `lost: ${amount} were received, and are not in the books`;
  if (row.amount !== amount) return `wrong: ${amount} were received, and ${row.amount} are in the books`;
  const isOpen = row.status === "received" || row.status === "held";
  if (isReversed ? row.status !== "reversed" : isOpen !== (user === null))
    return `wrong: it is ${row.status}, and ${isReversed ? "was taken back" : `belongs to ${user}`}`;
  if (row.user !== null && row.user !== user)
    return `wrong: the money of ${user} is in the wallet of ${row.user}`;
  return undefined;
}

/** What was posted without the key was refused each time that it arrived. */
function keylessFaults({ posts }: SmsPhone, { forgeries }: PhoneTruth): string[] {
  const keyless = [...forgeries]
    .filter(([, how]) => how === "no key")
    .map(([id]) => `Transaction ID: ${id}.`);
  return posts
    .filter(({ message, outcome }) => outcome === 200 && keyless.some((id) => message.includes(id)))
    .map(({ message }) => `believed without the key: ${message}`);
}
