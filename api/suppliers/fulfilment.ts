/** Orders that go out by themselves: follows the log for new ones, and works on each until it is delivered or nobody has it. */
import { z } from "zod";
import type { SupplierName } from "#contract/terms/fulfilment.ts";
import type { LedgerEvent } from "#ledger/core/events.ts";
import { createPool, plannedOnce } from "#ledger/connect/connect.ts";
import { withUsualSettings } from "#ledger/connect/database-url.ts";
import type { Pool } from "pg";
import type { Logger } from "pino";
import type { Door } from "../serve/door.ts";
import { PeriodicTask } from "../serve/tasks.ts";
import { startJobs } from "../messages/jobs.ts";
import type { Messages } from "../messages/messages.ts";
import { DataMart, type DataMartSettings } from "./datamart.ts";
import { findLowMoney, findLowVouchers } from "./find-low.ts";
import { Hubnet, type HubnetSettings } from "./hubnet.ts";
import { OrderFollower } from "./follow-orders.ts";
import { Reloadly } from "./reloadly.ts";
import type { ReloadlySettings } from "./reloadly-token.ts";
import { findLostOrders, workOnHint, workOnReport, workOnStock, workOnWaiting } from "./order-rows.ts";
import { isTimeToAsk, noteBalance, notePrices, noteSilence } from "./supplier-rows.ts";
import type { Reported, Supplier } from "./supplier.ts";
import { workOrder } from "./work-order.ts";

/** What is left out is off. */
export interface SupplierSettings {
  datamart?: DataMartSettings | undefined;
  hubnet?: HubnetSettings | undefined;
  reloadly?: ReloadlySettings | undefined;
  /** Times as fast as usual, for tests. */
  hurry?: number;
  /** Times what suppliers usually take in a minute, for tests. */
  rate?: number;
  /** For tests of anything else: no order leaves for a supplier or gets a voucher from the stock. */
  isOff?: boolean;
}

export interface Fulfilment {
  suppliers: readonly Supplier[];
  /** A supplier's own report has arrived. Undefined if nothing follows from it for any order. */
  hear(name: SupplierName, about: Reported | { order: number } | undefined): Promise<void>;
  /** Tells it of new events in the log. */
  follow(events: readonly LedgerEvent[]): void;
  start(): Promise<void>;
  close(): Promise<void>;
}

const pool_max = 8;
const poll_ms = 1000;
/** Jobs are not asked for more often than this, however much tests hurry. */
const poll_ms_min = 100;
/** Between two looks for what is lost or waits, and for what runs low. */
const looking_ms = 5000;
const balance_s = 60;
/** For so long after a report, this process expects more of them. */
const reports_ms = 3600_000;

/**
 * If the database crashes, the last changes of these rows may be lost, and none before them. The log waits for the disk, so
 * what was sent is known, and the work goes on from there.
 */
const unhurriedCommits = "-c synchronous_commit=off";

const aboutOrder = z.object({ order: z.int() });
const aboutReport = z.object({ theirs: z.string() });

function openSuppliers({ datamart, hubnet, reloadly }: SupplierSettings, closing: AbortSignal): Supplier[] {
  return [
    ...(datamart ? [new DataMart(datamart, closing)] : []),
    ...(hubnet ? [new Hubnet(hubnet, closing)] : []),
    ...(reloadly ? [new Reloadly(reloadly, closing)] : []),
  ];
}

function openPool(databaseUrl: string, log: Logger): Pool {
  const pool = createPool(withUsualSettings(databaseUrl, `${plannedOnce} ${unhurriedCommits}`), pool_max);
  const onLost = () => {
    if (!pool.ending) log.warn("a connection for orders at suppliers was lost");
  };
  pool.on("error", onLost);
  pool.on("connect", (client) => client.on("error", onLost));
  return pool;
}

export function openFulfilment(
  {
    suppliers: { hurry = 1, rate, isOff = false, ...settings } = {},
    databaseUrl,
  }: { suppliers?: SupplierSettings | undefined; databaseUrl: string },
  { log, messages }: { log: Logger; messages: Pick<Messages, "tellLow"> },
  shop: () => Door & { publicUrl: string },
): Fulfilment {
  const closing = new AbortController();
  const suppliers = openSuppliers(settings, closing.signal);
  const pool = openPool(databaseUrl, log);
  const follower = new OrderFollower(pool, (error) =>
    log.warn({ err: error }, "following the log for suppliers failed and will be retried"),
  );
  let running: { close(): Promise<void> }[] = [];
  const reported_ms = new Map<SupplierName, number>();
  const isReporting = (name: SupplierName) => Date.now() - (reported_ms.get(name) ?? 0) < reports_ms / hurry;
  return {
    suppliers,
    async hear(name, about) {
      reported_ms.set(name, Date.now());
      if (!about) return;
      if ("theirs" in about) await workOnHint(pool, about.theirs, { hurry });
      else await workOnReport(pool, about);
    },
    follow: (events) => follower.follow(events),
    async start() {
      if (isOff) return;
      const work = { shop: shop(), pool, suppliers, hurry, rate: rate ?? hurry, isReporting };
      const tasks = {
        fulfil_order: (payload: unknown) => workOrder(work, aboutOrder.parse(payload).order),
        hear_report: (payload: unknown) =>
          workOnHint(pool, aboutReport.parse(payload).theirs, { isLate: true }),
      };
      const pause_ms = looking_ms / hurry;
      running = [
        await startJobs(pool, tasks, log, Math.max(poll_ms_min, poll_ms / hurry)),
        new PeriodicTask("looking after suppliers", lookAfter, log, { pause_ms, first_ms: pause_ms }),
      ];
      follower.start(poll_ms);
    },
    async close() {
      closing.abort();
      await follower.close();
      for (const one of running) await one.close();
      await pool.end();
    },
  };

  async function lookAfter(): Promise<void> {
    await findLostOrders(pool);
    // An order that found the stock empty may begin to wait after vouchers were added.
    await workOnStock(pool);
    for (const { name, per_minute, bulk } of suppliers)
      await workOnWaiting(pool, name, Math.ceil((per_minute * (rate ?? hurry)) / 6), bulk?.max);
    for (const supplier of suppliers) {
      if (!(await isTimeToAsk(pool, supplier.name, balance_s / hurry))) continue;
      const balance = await supplier.balance();
      if (balance === undefined) await noteSilence(pool, supplier.name);
      else await noteBalance(pool, supplier.name, balance);
      const prices = await supplier.prices?.();
      if (prices !== undefined) await notePrices(pool, supplier.name, prices);
      await messages.tellLow(supplier.name, await findLowMoney(pool, supplier.name));
    }
    if (await isTimeToAsk(pool, "stock", balance_s / hurry))
      await messages.tellLow("stock", await findLowVouchers(pool));
  }
}
