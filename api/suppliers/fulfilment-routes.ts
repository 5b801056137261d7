/** Suppliers in the office: their state, which packages they deliver, money for them, and what only their support knows. */
import { sql } from "kysely";
import {
  oddAttempts,
  openCounts,
  refusalsSince,
  type Speed,
  speeds,
  floats,
} from "#ledger/suppliers/attempt-reads.ts";
import type { AttemptRecord, RulesBody, SuppliersAnswer } from "#contract/fulfilment.ts";
import { operations } from "#contract/operations.ts";
import { dayOf } from "#contract/terms/dates.ts";
import {
  type FulfilmentRules,
  type Route,
  type SupplierName,
  suppliers as names,
} from "#contract/terms/fulfilment.ts";
import { cedisOrNull, toCedis } from "#contract/terms/money.ts";
import { daysBefore } from "#contract/terms/periods.ts";
import { productTypeOf } from "#contract/terms/product-types.ts";
import { isAwaitingApproval } from "../approvals/records.ts";
import { brokenConstraint } from "#ledger/connect/errors.ts";
import { ApiError, refused } from "../serve/errors.ts";
import { perform } from "../serve/command.ts";
import type { Serve } from "../serve/serve.ts";
import type { Shop } from "../shop.ts";
import type { Fulfilment } from "./fulfilment.ts";
import { askedAgainWrite, workOnStock, workOnWaiting } from "./order-rows.ts";
import { priceRoutes, readPrices } from "./price-routes.ts";
import { reportRoutes } from "./report-routes.ts";
import { addVouchersWrite, newVouchers } from "./stock.ts";

export function fulfilmentRoutes(shop: Shop, serve: Serve, fulfilment: Fulfilment): void {
  const isOn = (name: SupplierName) =>
    name === "stock" || fulfilment.suppliers.some((one) => one.name === name);
  const suppliersNow = () => readSuppliers(shop, isOn);

  serve(operations.readSuppliers, suppliersNow);
  priceRoutes(shop, serve, suppliersNow);
  reportRoutes(shop, serve, fulfilment);

  serve(operations.pauseSupplier, async (_, { params: { name }, body: { isPaused } }) => {
    await shop.db
      .updateTable("shop.supplier")
      .set({ is_paused: isPaused })
      .where("name", "=", name)
      .execute();
    if (!isPaused && name === "stock") await workOnStock(shop.messages.pool);
    else if (!isPaused) await workOnWaiting(shop.messages.pool, name, waiting_max);
    return suppliersNow();
  });

  serve(operations.changeRoutes, async (c, { body }) => {
    const network = await networkOf(shop, body.package);
    const isStock = productTypeOf(network).hasVoucher;
    const wrong = body.routes.some(({ supplier }) => (supplier === "stock") !== isStock);
    if (wrong) {
      const message = isStock
        ? "Vouchers can only come from the stock"
        : "Only vouchers can come from the stock";
      throw new ApiError("input_invalid", message, { fields: { routes: message } });
    }
    await perform(shop, c, {
      type: "change_package_routes",
      intent: { package: body.package, routes: body.routes, ...(body.seen && { seen: body.seen }) },
      body,
    });
    return suppliersNow();
  });

  serve(operations.fundSupplier, async (c, { params: { name: supplier }, body }) => {
    const intent = { supplier, ...body };
    await perform(shop, c, { type: "fund_supplier", intent, body: intent });
    return suppliersNow();
  });

  serve(operations.importVouchers, async (c, { body: { vouchers, ...of } }) => {
    const network = await networkOf(shop, of.package);
    if (!productTypeOf(network).hasVoucher) throw refused({ code: "package_unknown" });
    const by = c.get("principal").user;
    const added = await newVouchers({ pool: shop.messages.pool, secrets: shop.secrets }, vouchers);
    if (added.size > 0) {
      const intent = { ...of, count: added.size };
      const sideWrites = [addVouchersWrite(shop.secrets, { ...of, by }, added)];
      await perform(shop, c, { type: "add_vouchers", intent, body: intent, sideWrites }).catch(
        addedMeanwhile,
      );
      await workOnStock(shop.messages.pool);
    }
    return { added: added.size, known: vouchers.length - added.size };
  });

  attemptRoutes(shop, serve);

  serve(operations.changeSupplierRules, async (c, { body }) => {
    const { seen, ...after } = body;
    const intent = { ...rulesOf(after), ...(seen && { seen: rulesOf(seen) }) };
    await perform(shop, c, { type: "change_fulfilment_rules", intent, body });
    return suppliersNow();
  });
}

function rulesOf({ floatMin, hoursMin, vouchersMin, refunds }: Omit<RulesBody, "seen">): FulfilmentRules {
  return { refunds, float_min: floatMin, hours_min: hoursMin, vouchers_min: vouchersMin };
}

/** What an admin does about attempts. */
function attemptRoutes(shop: Shop, serve: Serve): void {
  serve(operations.listAttempts, () => listAttempts(shop));

  serve(operations.settleAttempt, async (c, { body }) => {
    const sideWrites = [askedAgainWrite(body.order)];
    const done = await perform(shop, c, { type: "settle_fulfilment", intent: body, body, sideWrites });
    return { attempts: await listAttempts(shop), pending: await isAwaitingApproval(shop, done) };
  });

  serve(operations.seeContradiction, async (c, { body }) => {
    await perform(shop, c, { type: "see_contradiction", intent: body, body });
    return listAttempts(shop);
  });
}

/** Of those that wait for a supplier: the others follow in the order of their age. */
const waiting_max = 100;

/** Nobody need look at it before then. */
const odd_after_ms = 3600_000;

async function listAttempts({ db }: Shop): Promise<AttemptRecord[]> {
  const attempts = await oddAttempts(db, new Date(Date.now() - odd_after_ms).toISOString());
  const notes = await db
    .selectFrom("shop.fulfilment")
    .select(["order_id", "said"])
    .where("order_id", "in", [0, ...attempts.map(({ order }) => order)])
    .execute();
  const said = new Map(notes.map((note) => [note.order_id, note.said]));
  return attempts.map(({ sent_at, ...attempt }) => ({
    ...attempt,
    said: said.get(attempt.order) ?? null,
    sentAt: sent_at,
  }));
}

/** Another admin adds the same vouchers at this moment. */
function addedMeanwhile(error: unknown): never {
  if (brokenConstraint(error) !== undefined) throw refused({ code: "changed_meanwhile" });
  throw error;
}

async function networkOf({ db }: Shop, package_: string): Promise<string> {
  const { rows } = await sql<{ network: string }>`
    select network from ledger.product where packages @> ${JSON.stringify([{ id: package_ }])}::jsonb`.execute(
    db,
  );
  const [found] = rows;
  if (!found) throw refused({ code: "package_unknown" });
  return found.network;
}

const none: Speed = { delivered: 0, median_s: null, p95_s: null };
const usual_days = 28;

async function readSuppliers(shop: Shop, isOn: (name: SupplierName) => boolean): Promise<SuppliersAnswer> {
  const { db } = shop;
  const today = dayOf(new Date().toISOString());
  const [known, books, settings, prices, stock, open, refusals, now, usual] = await Promise.all([
    db.selectFrom("shop.supplier").selectAll().execute(),
    floats(db),
    db.selectFrom("ledger.settings").select(["package_routes", "fulfilment_rules"]).executeTakeFirstOrThrow(),
    readPrices(shop),
    sql<{ id: string; left: number; cost: number; worth: number }>`
      select package_id as id, count(*) as left, max(cost) as cost, sum(cost)::bigint as worth
      from shop.voucher_stock where order_id is null group by 1`.execute(db),
    openCounts(db),
    refusalsSince(db, today),
    speeds(db, today, "infinity"),
    speeds(db, daysBefore(today, usual_days), today),
  ]);
  const { refunds, ...least } = settings.fulfilment_rules as unknown as FulfilmentRules;
  const waiting = await waitingOrders(db);
  const worth = stock.rows.reduce((sum, each) => sum + each.worth, 0);
  return {
    suppliers: names.map((name) => {
      const row = known.find((one) => one.name === name);
      return {
        name,
        isOn: isOn(name),
        isPaused: row?.is_paused ?? false,
        restsUntil: row?.rests_until ?? null,
        failure: row?.failure ?? null,
        books: toCedis(books[name]),
        balance: cedisOrNull(name === "stock" ? worth : row?.balance),
        differsSince: row?.differs_since ?? null,
        open: open.get(name) ?? 0,
        waiting: waiting.get(name) ?? 0,
        today: now.get(name) ?? none,
        usual: usual.get(name) ?? none,
        refusals: refusals
          .filter((one) => one.supplier === name)
          .map(({ reason, count }) => ({ reason, count })),
        pricesFrom: pricesFrom(prices.imported.get(name)),
      };
    }),
    routes: settings.package_routes as unknown as Record<string, Route[]>,
    prices: prices.prices,
    priceRule: prices.priceRule,
    stock: Object.fromEntries(stock.rows.map(({ id, left }) => [id, left])),
    stockCosts: Object.fromEntries(stock.rows.map(({ id, cost }) => [id, toCedis(cost)])),
    rules: {
      refunds,
      floatMin: toCedis(least.float_min),
      hoursMin: least.hours_min,
      vouchersMin: least.vouchers_min,
    },
  };
}

function pricesFrom(isImported: boolean | undefined) {
  return isImported === undefined ? null : isImported ? "file" : "supplier";
}

/** Orders that nobody has yet, by the supplier that they go to first. */
async function waitingOrders(db: Shop["db"]): Promise<Map<SupplierName, number>> {
  const { rows } = await sql<{ supplier: SupplierName; count: number }>`
    select s.package_routes -> o.package_id -> 0 ->> 'supplier' as supplier, count(*) as count
    from shop.fulfilment f join ledger."order" o on o.id = f.order_id cross join ledger.settings s
    where (f.next_at is not null or f.waits) and o.status = 'pending' group by 1`.execute(db);
  return new Map(rows.map(({ supplier, count }) => [supplier, count]));
}
