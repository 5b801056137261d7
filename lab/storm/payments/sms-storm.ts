/** Many payments by SMS through the hostile double of the phone, while the shop's processes are killed and start again. */
import { usualPaymentLimits } from "../../../api/rails/rail.ts";
import type { Pesewas } from "../../../contract/terms/money.ts";
import { DoubleClock } from "../../../tools/doubles/clock.ts";
import { hostileSms } from "../../../tools/doubles/hostile-shares.ts";
import { type Movement, SmsPhone } from "../../../tools/doubles/sms-phone/phone.ts";
import { type Booked, bookedOn, bookFaults, lightFaults, listFaults, walletFaults } from "./books.ts";
import { type AdminCounts, closeDay, openWallets, railOf, untilNone } from "./sms-admin.ts";
import { payByPhone, type PhoneStage, type PhoneTruth } from "./sms-payers.ts";
import { type Storm, type StormReport, StormedShop, userCount } from "../stormed-shop.ts";

const key = "the key of the storm's phone";
const day_payments = 500;
const speed = 20;
/** The longest delay of a late message is three hours, and the forwarder tries again meanwhile. */
const night_h = 6;
const sessions_ms = 10 * 60_000;

/** Of each trouble about one in a hundred. */
const shares = {
  text: hostileSms.text ?? {},
  delivery: { "posted twice": 0.005, "received twice": 0.005, late: 0.01, missing: 0.01 },
};

/** @param inspect sees the shop before it is closed */
export async function stormSms(
  asked: Storm,
  inspect: (stage: PhoneStage) => Promise<void> = async () => {},
): Promise<StormReport> {
  const { seed, size: payments } = asked;
  const limits = { ...usualPaymentLimits, day_max: 1_000_000_00 };
  const shop = await StormedShop.open({ payments: { sms: { key }, limits } });
  const phone = new SmsPhone({
    seed,
    shares,
    signingKey: key,
    webhookUrl: `${shop.lines.url}/api/payment/sms`,
    clock: new DoubleClock(Date.now()),
  });
  try {
    const count = userCount(payments, day_payments);
    const shoppers = await shop.register(count, (n) => `024${String(1_000_000 + n)}`);
    const truth: PhoneTruth = { claims: new Map(), forgeries: new Map() };
    const stage: PhoneStage = { shop, phone, shoppers, truth, seed };
    const counts: AdminCounts = { gaps: 0, typed: 0, confirmed: 0 };
    const faults = [
      ...(await shop.whileKilling(asked, () => playDays(stage, asked, counts))),
      ...(await untilNone(() => smsFaults(shop, phone, truth))),
      ...(await bookFaults(shop)),
    ];
    await inspect(stage);
    return { counts: countsOf(stage, counts), retries: shop.retries, faults };
  } finally {
    await phone.close();
    await shop.close();
  }
}

async function playDays(
  stage: PhoneStage,
  { size: payments, onProgress }: Storm,
  counts: AdminCounts,
): Promise<string[]> {
  const { shop, phone } = stage;
  const shoppers = [...stage.shoppers];
  const faults: string[] = [];
  let signedIn_ms = performance.now();
  await openWallets(stage);
  for (let from = 0; from < payments; from += day_payments) {
    const to = Math.min(payments, from + day_payments);
    if (performance.now() - signedIn_ms > sessions_ms) {
      await shop.signInAgain(shoppers);
      signedIn_ms = performance.now();
    }
    const since = phone.movements.length;
    const stopClock = phone.clock.follow(speed);
    await payByPhone(stage, from, to).finally(stopClock);
    await shop.passHours(phone.clock, night_h);
    faults.push(...(await closeDay(stage, since, counts)));
    onProgress?.(to);
  }
  return faults;
}

function countsOf({ shop, phone, truth }: PhoneStage, admin: AdminCounts): [what: string, count: number][] {
  const { movements, posts } = phone;
  const count = <T>(list: readonly T[], is: (one: T) => boolean) => list.filter(is).length;
  const [claims, forgeries] = [[...truth.claims.values()], [...truth.forgeries.values()]];
  const because = (why: string) => count(claims, (claim) => claim.because === why);
  const delivered = (how: string) => count(movements, ({ delivery }) => delivery === how);
  return [
    ["received", count(movements, ({ kind }) => kind === "received")],
    ["found by their reference", because("was found by its reference")],
    ["found by their transaction ID", because("was found by its transaction ID")],
    ["without a reference", because("has no reference")],
    ["of another amount", because("is another amount")],
    ["sent by the owner", count(movements, ({ kind }) => kind === "sent")],
    ["taken back by the network", count(movements, ({ kind }) => kind === "reversed")],
    ["missing on the phone", delivered("missing")],
    ["gaps named with their amounts", admin.gaps],
    ["read out by the admin", admin.typed],
    ["balances said by the admin", admin.confirmed],
    ["posted or received twice", delivered("posted twice") + delivered("received twice")],
    ["late by up to three hours", delivered("late")],
    ["forged by a person", count(forgeries, (how) => how === "a person")],
    ["forged with the network's name", count(forgeries, (how) => how === "the sender's name")],
    ["forged without the key", count(forgeries, (how) => how === "no key")],
    ["posts that nobody answered", count(posts, ({ outcome }) => typeof outcome === "string")],
    ["processes killed", shop.kills],
  ];
}

/**
 * Compares the shop's books with what its wallets of mobile money really received.
 * @returns what is wrong, each by the rail's own id or the user
 */
export async function smsFaults(shop: StormedShop, phone: SmsPhone, truth: PhoneTruth): Promise<string[]> {
  const token = await shop.signInAdmin();
  const reversed = new Set(phone.movements.map(({ reverses }) => reverses));
  const due = new Map<string, Pesewas>();
  const faults: string[] = [];
  for (const network of ["mtn", "telecel"] as const) {
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
