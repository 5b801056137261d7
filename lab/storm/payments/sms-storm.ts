/** Many payments by SMS through the hostile double of the phone, while the shop's processes are killed and start again. */
import { usualPaymentLimits } from "../../../api/rails/rail.ts";
import { DoubleClock } from "../../../tools/doubles/clock.ts";
import { hostileSms } from "../../../tools/doubles/hostile-shares.ts";
import { SmsPhone } from "../../../tools/doubles/sms-phone/phone.ts";
import { bookFaults } from "./books.ts";
import { userCount, type PaymentStorm, type PaymentStormReport } from "./payment-storm.ts";
import { passHours } from "./passing-time.ts";
import { type AdminCounts, closeDay, openWallets, untilNone } from "./sms-admin.ts";
import { payByPhone, type PhoneStage, type PhoneTruth } from "./sms-payers.ts";
import { smsFaults } from "./sms-truth.ts";
import { StormedShop } from "./stormed-shop.ts";

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
  { seed, payments, onProgress = () => {} }: PaymentStorm,
  inspect: (stage: PhoneStage) => Promise<void> = async () => {},
): Promise<PaymentStormReport> {
  const limits = { ...usualPaymentLimits, day_max: 1_000_000_00 };
  const shop = await StormedShop.open({ sms: { key }, limits });
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
    const asked = { seed, payments };
    const play = () => playDays(stage, payments, counts, onProgress);
    const faults = [
      ...(await shop.whileKilling(asked, play)),
      ...(await untilNone(() => smsFaults(shop, phone, truth))),
      ...(await bookFaults(shop)),
    ];
    await inspect(stage);
    return { counts: countsOf(stage, counts), faults };
  } finally {
    await phone.close();
    await shop.close();
  }
}

async function playDays(
  stage: PhoneStage,
  payments: number,
  counts: AdminCounts,
  onProgress: (payments: number) => void,
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
    await passHours(shop, phone.clock, night_h);
    faults.push(...(await closeDay(stage, since, counts)));
    onProgress(to);
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
