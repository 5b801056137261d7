/** Many orders through the hostile doubles of suppliers, and from the stock of vouchers, while processes are killed. */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { OrderRecord } from "../../../contract/order-list.ts";
import { DoubleClock } from "../../../tools/doubles/clock.ts";
import { ownPort } from "../../../tools/testing/own-port.ts";
import type { Shopper } from "../../shoppers.ts";
import { inLanes, waitFor } from "../../waiting.ts";
import { type Storm, StormedShop, type StormReport } from "../stormed-shop.ts";
import { endRefused, settleListed } from "./supplier-admin.ts";
import { hurry, opening, rate, stormedSuppliers, type SupplierStage } from "./stormed-suppliers.ts";
import { importVouchers, openSuppliedShop } from "./supplied-shop.ts";
import { endOf } from "./supplier-end.ts";
import { attemptFaults, countsOf, isUnheardYet, isUnsent, readAttempts } from "./supplier-truth.ts";

const buyers_at_once = 24;
/** Every so many-th order is one of a voucher. */
const voucher_every = 10;
/** After the last order: refunds and reports that come later, and webhooks that come three days later. */
const last_days = 4;
/** If orders are sent to their next supplier that late. */
const more_days_max = 6;
/** Each day has hundreds of questions about an open attempt, of which the storm has as many: one may have no answer. */
const asks_more = 4;
/** Each look at what was settled is tried five times if there is no answer. */
const settled_asks_max = 10;
const day_ms = 24 * 60 * 60_000;
const idle_ms_max = 120_000;
const poll_ms = 200;

/** @param inspect sees the shop before it is closed */
export async function stormSuppliers(
  asked: Storm,
  inspect: (stage: SupplierStage) => Promise<void> = async () => {},
): Promise<StormReport> {
  const clock = new DoubleClock(Date.now());
  const ports = await Promise.all(stormedSuppliers.map(() => ownPort()));
  const settings = stormedSuppliers.map((one, at) => one.settings(ports[at]!));
  const shop = await StormedShop.open({ suppliers: Object.assign({ hurry, rate }, ...settings) });
  const stage: SupplierStage = { shop, doubles: new Map(), bought: [], shoppers: [] };
  try {
    for (const [at, { name, start }] of stormedSuppliers.entries()) {
      const port = ports[at]!;
      const { seed } = asked;
      const apiUrl = `${shop.lines.url}/api`;
      stage.doubles.set(name, await start({ seed, clock, port, apiUrl }));
    }
    const stuck = await shop.whileKilling(asked, () => play(stage, clock, asked));
    const attempts = await readAttempts(stage);
    const counts = countsOf(stage, attempts);
    const early = [
      ...stuck,
      ...attemptFaults(stage, attempts),
      ...(await settleListed(stage)),
      ...(await endRefused(stage)),
      ...(await untilAllPriced(shop)),
    ];
    const end = await endOf(stage);
    await inspect(stage);
    const kills: [string, number] = ["processes killed", shop.kills];
    return {
      counts: [...counts, ...end.counts, kills],
      retries: shop.retries,
      faults: [...early, ...end.faults],
    };
  } finally {
    for (const double of stage.doubles.values()) await double.close();
    await shop.close();
  }
}

/** @returns the orders with which nothing happens any more */
async function play(
  stage: SupplierStage,
  clock: DoubleClock,
  { size, onProgress }: Storm,
): Promise<string[]> {
  const { shop } = stage;
  const packages = await openSuppliedShop(stage);
  const vouchers = Math.ceil(size / voucher_every);
  await importVouchers(shop, packages.voucher, 0, Math.floor(vouchers / 2));
  const count = Math.max(50, Math.ceil(size / 20));
  stage.shoppers = await shop.register(count, (n) => `055${String(1_000_000 + n)}`, opening.wallet);
  const stopClock = clock.follow(hurry);
  const ending = new AbortController();
  const hurrying = hurryRests(shop, ending.signal);
  try {
    const numbers = Array.from({ length: size }, (_, n) => n);
    await inLanes(buyers_at_once, numbers, async (number) => {
      const packageId =
        number % voucher_every === 0 ? packages.voucher : packages.goods[number % packages.goods.length];
      stage.bought.push(await buy(shop, stage.shoppers[number % count]!, packageId ?? "", number));
      if (stage.bought.length % 500 === 0) onProgress?.(stage.bought.length);
    });
    await importVouchers(shop, packages.voucher, Math.floor(vouchers / 2), vouchers);
    const faults = await untilAllSent(shop);
    await untilAllBought(stage);
    return [...faults, ...(await passLastDays(stage, clock))];
  } finally {
    stopClock();
    ending.abort();
    await hurrying;
  }
}

/** To a number of its own, so that what a number got tells what its order brought. No other one is next to it. */
function buy(shop: StormedShop, shopper: Shopper, packageId: string, number: number): Promise<OrderRecord> {
  const body = { packageId, receiver: `024${String(1_000_000 + 10 * number)}` };
  const request = { method: "POST", path: "/order/create", body, key: randomUUID() } as const;
  return shop.ask<OrderRecord>(shopper.token, request, number);
}

const rest_pause_ms = 500;

/** What the shop's hurry leaves out: a job is missed after a minute, and a supplier that fails rests for 30 s and longer. */
async function hurryRests(shop: StormedShop, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await shop.query(
      `update shop.fulfilment set next_at = next_at - interval '1 hour'
       where next_at between now() - interval '1 hour' and now() - make_interval(secs => 60.0 / $1)`,
      [hurry],
    );
    await shop.query(
      `update shop.supplier set rests_until = now() + (rests_until - now()) / $1
       where rests_until > now() + make_interval(secs => 30.0 / $1)`,
      [hurry],
    );
    await sleep(rest_pause_ms, undefined, { signal }).catch(() => {});
  }
}

/**
 * No order waits to be sent, and no attempt could be bought again by asking for it when its reference is forgotten. One whose
 * repeat is refused stays open until the admin settles it.
 * @returns the orders with which nothing happens any more
 */
async function untilAllSent(shop: StormedShop): Promise<string[]> {
  const names = stormedSuppliers.filter((one) => one.isAskedByItsOwn).map(({ name }) => name);
  const waiting = await untilNone<{ id: number; what: string }>(
    shop,
    `select o.id, format('%s, attempt %s is %s, asked %s times, next at %s, %s jobs, and has said: %s', o.status, t.attempt,
        t.state, f.asks, f.next_at, (select count(*) from jobs._private_jobs where key = 'order ' || o.id), f.said) as what
     from ledger."order" o left join shop.fulfilment f on f.order_id = o.id
     left join ledger.fulfilment t on t.order_id = o.id and t.state in ('sent', 'accepted')
     where f is null or o.status = 'pending' or f.waits or t.supplier = any ($1) and f.their_attempt is distinct from t.attempt
       and coalesce(f.said, '') not like 'sent once more, and refused%'
     order by o.id`,
    [names],
  );
  return waiting.map(({ id, what }) => `order ${id}: lost: nobody works on it any more: ${what}`);
}

/** What is lost with its process is sent once more within the hour, and never after a day. */
async function untilAllBought(stage: SupplierStage): Promise<void> {
  const isOver = async () => !(await readAttempts(stage)).some(isUnsent);
  await waitFor(isOver, { ms_max: idle_ms_max, pause_ms: poll_ms * 5 });
}

/** Until nothing new happens. Days pass for the suppliers, and as long for the shop, which hurries. */
async function passLastDays(stage: SupplierStage, clock: DoubleClock): Promise<string[]> {
  const { shop } = stage;
  const count = async () => (await shop.query("select from ledger.fulfilment")).length;
  let [sent, isSending] = [await count(), false];
  const faults: string[] = [];
  for (let day = 0; day < last_days || (isSending && day < last_days + more_days_max); day += 1) {
    // In two steps: what is lost just before a step is then young enough to be sent once more after it.
    for (const hours of [12, 12]) {
      shop.moveClock(day_ms / 2 / hurry);
      await shop.passHours(clock, hours, 6);
      faults.push(...(await untilAllAsked(shop)));
      await untilAllBought(stage);
    }
    const before = sent;
    sent = await count();
    isSending = sent > before;
  }
  if (isSending) faults.push("orders are still sent to other suppliers after many days");
  for (let ask = 0; ask < asks_more; ask += 1) {
    const open = (await readAttempts(stage)).filter(isUnheardYet).map(({ order }) => order);
    if (open.length > 0) faults.push(...(await untilAllAsked(shop, open)));
  }
  return faults;
}

/**
 * Each question that the shop still has about all or some orders is asked once more, whenever it was due.
 * @returns the orders that are due, and nobody asks about them
 */
async function untilAllAsked(shop: StormedShop, only?: number[]): Promise<string[]> {
  await shop.query(
    `update shop.fulfilment set next_at = now() - interval '1 hour'
     where next_at is not null and coalesce(order_id = any ($1), true)`,
    [only],
  );
  const late = await untilNone<{ id: number; said: string | null }>(
    shop,
    // One with a place among the questions was not asked yet.
    `select order_id as id, said from shop.fulfilment
     where next_at < now() - interval '30 minutes' or next_at is not null and slot_at is not null`,
  );
  return late.map(
    ({ id, said }) =>
      `order ${id}: lost: it is due for ${idle_ms_max} ms, and nobody asks; it has said: ${said}`,
  );
}

/** What was settled as delivered has the price that its supplier names, or else lists. */
async function untilAllPriced(shop: StormedShop): Promise<string[]> {
  const faults: string[] = [];
  for (let ask = 0; ask < settled_asks_max && faults.length === 0; ask += 1) {
    const unpriced = await shop.query<{ id: number }>(
      `select order_id as id from shop.fulfilment join ledger.fulfilment using (order_id)
       where state = 'delivered' and cost is null and next_at is not null`,
    );
    if (unpriced.length === 0) break;
    const orders = unpriced.map(({ id }) => id);
    faults.push(...(await untilAllAsked(shop, orders)));
  }
  return faults;
}

/** @returns what is left when it does not get less for long */
async function untilNone<Row extends object>(
  shop: StormedShop,
  query: string,
  values: unknown[] = [],
): Promise<Row[]> {
  let [least, since_ms] = [Number.POSITIVE_INFINITY, performance.now()];
  for (;;) {
    const rows = await shop.query<Row>(query, values);
    if (rows.length < least) [least, since_ms] = [rows.length, performance.now()];
    if (rows.length === 0 || performance.now() - since_ms > idle_ms_max) return rows;
    await sleep(poll_ms);
  }
}
