/** Four months of trade, in three slots a day. In each slot, customers top up and order, and the admin processes that. */
import { type Secrets } from "#api/serve/secrets.ts";
import { voucherWrite } from "#api/serve/sealed.ts";
import { carrierOf, prefixes, type Carrier } from "#contract/terms/networks.ts";
import { productTypeOf, productLook } from "#contract/terms/product-types.ts";
import { priceFor } from "#contract/terms/pricing.ts";
import type { Level } from "#contract/terms/statuses.ts";
import { demoProducts } from "./catalogue.ts";
import { type Author, idOf } from "./author.ts";
import { demoCrowd, demoLogins } from "./people.ts";
import { Random } from "./random.ts";

const minute_ms = 60_000;
const hour_ms = 60 * minute_ms;
const day_ms = 24 * hour_ms;
/** Hours of the day at which a slot begins, in UTC, which is also Accra's time. */
const slots = [6, 11, 16];
const seed = 20_261_121;

interface Shopper {
  user: string;
  level: Level;
  /** Pesewas. */
  balance: number;
  /** Numbers for which they buy repeatedly. */
  receivers: string[];
  /** The probability that they buy (again) in a slot. */
  appetite: number;
}

/** @param secrets seal the vouchers of completed orders */
export async function writeHistory(author: Author, days: number, secrets: Secrets): Promise<void> {
  const random = new Random(seed);
  const shoppers = makeShoppers(random);
  const trade = new Trade(author, random, shoppers, secrets);
  const start_ms = Math.floor(author.time_ms / day_ms) * day_ms + day_ms;
  for (let day = 0; day < days; day++) {
    for (const hour of slots) {
      const slot_ms = start_ms + day * day_ms + hour * hour_ms;
      // Today's slots end at the current time.
      if (slot_ms + 4 * hour_ms > Date.now()) return trade.leaveOpen(Date.now());
      await trade.slot(slot_ms);
    }
  }
  await trade.leaveOpen(Date.now());
}

function makeShoppers(random: Random): Shopper[] {
  return [...demoLogins.filter(({ level }) => level !== "Admin"), ...demoCrowd].map(
    ({ username, level }) => ({
      user: idOf(username),
      level,
      balance: 0,
      receivers: Array.from({ length: level === "Customer" ? 3 : 12 }, () => randomNumber(random)),
      appetite: level === "Customer" ? 0.16 : 0.6,
    }),
  );
}

function randomNumber(random: Random): string {
  // Approximate market shares.
  const carrier: Carrier = random.chance(0.7) ? "MTN" : random.chance(0.6) ? "Telecel" : "AT";
  return `${random.pick(prefixes[carrier])}${random.whole(1_000_000, 9_999_999)}`;
}

interface Placed {
  order: number;
  shopper: Shopper;
  network: string;
  price: number;
}

class Trade {
  readonly #author: Author;
  readonly #secrets: Secrets;
  readonly #random: Random;
  readonly #shoppers: Shopper[];
  readonly #admin = idOf("esi_admin");
  #topup = 10_000;
  #order = 0;

  constructor(author: Author, random: Random, shoppers: Shopper[], secrets: Secrets) {
    this.#author = author;
    this.#secrets = secrets;
    this.#random = random;
    this.#shoppers = shoppers;
  }

  async slot(slot_ms: number): Promise<void> {
    await this.#topUpAll(slot_ms);
    const orders = await this.#buy(slot_ms + 40 * minute_ms);
    await this.#work(orders, slot_ms + 3 * hour_ms);
  }

  /** Adds open requests and orders for the admin to process. */
  async leaveOpen(now_ms: number): Promise<void> {
    const requesting = this.#shoppers.slice(1, 4);
    await this.#request(requesting, now_ms - 30 * minute_ms);
    const orders = await this.#buy(now_ms - 25 * minute_ms, 12);
    const admin = this.#admin;
    const started = orders.slice(0, 4);
    await Promise.all(
      started.map(({ order }) => this.#author.at(now_ms - 2 * minute_ms, "process_order", admin, { order })),
    );
    this.#author.time_ms = now_ms;
  }

  async #topUpAll(at_ms: number): Promise<void> {
    const random = this.#random;
    const short = this.#shoppers.filter((shopper) => shopper.balance < 60_00 && random.chance(0.7));
    const requests = await this.#request(short, at_ms);
    await Promise.all(
      requests.map(({ topup, shopper, amount }, n) => {
        const decided_ms = at_ms + 20 * minute_ms + n * 15_000;
        if (random.chance(0.04)) return this.#author.at(decided_ms, "decline_topup", this.#admin, { topup });
        shopper.balance += amount;
        return this.#author.at(decided_ms, "approve_topup", this.#admin, { topup });
      }),
    );
  }

  async #request(shoppers: Shopper[], at_ms: number) {
    const random = this.#random;
    const requests = shoppers.map((shopper) => {
      const amount = random.pick(
        shopper.level === "Customer" ? [50_00, 50_00, 100_00, 200_00] : [200_00, 500_00, 1000_00],
      );
      return { topup: (this.#topup += 1), shopper, amount };
    });
    await Promise.all(
      requests.map(({ topup, shopper, amount }, n) =>
        this.#author.at(at_ms + n * 10_000, "request_topup", shopper.user, {
          topup,
          amount,
          purpose: "topup",
          momo_transaction_id: random.chance(0.6) ? String(random.whole(10 ** 10, 10 ** 11 - 1)) : null,
        }),
      ),
    );
    return requests;
  }

  async #buy(at_ms: number, most = Number.POSITIVE_INFINITY) {
    const random = this.#random;
    const orders: Placed[] = [];
    const submitted: Promise<void>[] = [];
    for (const shopper of this.#shoppers) {
      while (orders.length < most && random.chance(shopper.appetite)) {
        const receiver = random.pick(shopper.receivers);
        const choice = this.#choose(shopper, receiver);
        if (!choice) break;
        shopper.balance -= choice.price;
        const placed_ms = at_ms + orders.length * 20_000;
        const order = (this.#order += 1);
        orders.push({ order, shopper, network: choice.network, price: choice.price });
        submitted.push(
          this.#author.at(placed_ms, "place_order", shopper.user, {
            package: { id: choice.id },
            expected_price: choice.price,
            receiver,
            form: null,
          }),
        );
      }
    }
    await Promise.all(submitted);
    return orders;
  }

  /** Chooses a bundle of the receiver's network that the shopper can pay. */
  #choose(shopper: Shopper, receiver: string): { id: string; network: string; price: number } | undefined {
    const random = this.#random;
    const carrier = carrierOf(receiver);
    const product = random.pick(
      demoProducts.filter(({ facts }) => {
        const carried = productLook(facts.network).carrier;
        return (
          productTypeOf(facts.network).form === undefined &&
          (carried === carrier || (carried === undefined && random.chance(0.15)))
        );
      }),
    );
    const affordable = product.facts.packages
      .map((item) => ({
        id: item.id,
        network: product.facts.network,
        price: priceFor(shopper.level, item),
      }))
      .filter(({ price }) => price <= shopper.balance);
    // Small bundles sell most.
    return affordable[Math.floor(affordable.length * random.next() ** 2)];
  }

  async #work(orders: Placed[], at_ms: number): Promise<void> {
    const admin = this.#admin;
    await Promise.all(
      orders.map(({ order }, n) => this.#author.at(at_ms + n * 5000, "process_order", admin, { order })),
    );
    await Promise.all(
      orders.map(({ order, shopper, network, price }, n) => {
        const done_ms = at_ms + 20 * minute_ms + n * 5000;
        if (!this.#random.chance(0.03)) return this.#complete(order, network, done_ms);
        shopper.balance += price;
        const reason = this.#random.pick([
          "wrong number",
          "network refused the number",
          "bundle not available",
        ]);
        return this.#author.at(done_ms, "reject_order", admin, { order, reason });
      }),
    );
  }

  #complete(order: number, network: string, at_ms: number): Promise<void> {
    if (!productTypeOf(network).hasVoucher)
      return this.#author.at(at_ms, "complete_order", this.#admin, { order });
    // A separate generator, so that the rest of the history is the same with and without vouchers.
    const random = new Random(order);
    const digits = (count: number) => String(random.whole(10 ** (count - 1), 10 ** count - 1));
    const voucher = { pin: digits(12), serial: `WRC${digits(9)}` };
    return this.#author.at(at_ms, "complete_order", this.#admin, { order, voucher: true }, [
      voucherWrite(this.#secrets, order, voucher),
    ]);
  }
}
