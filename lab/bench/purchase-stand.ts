/** A server with users who have money, the load in a process of its own, and what each request costs in CPU time. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import type { PaymentSettings } from "../../api/payments/settings.ts";
import type { Shopper } from "../shoppers.ts";
import { asApiRole } from "../../tools/database-url.ts";
import { type Child, startChild } from "./child.ts";
import { cpuOfTree_us } from "./cpu-time.ts";
import type { Load, LoadResult } from "./http-load.ts";
import type { BenchServer } from "./server.ts";
import { openBenchShop } from "./shoppers.ts";

export interface PurchaseStand {
  /** The server's address, and the owner's address of its database. */
  url: string;
  databaseUrl: string;
  shoppers: Shopper[];
  run(load: Omit<Load, "port" | "tokens">): Promise<CostlyResult>;
  /** Another load at the same time, from a process of its own. */
  runBeside(load: Omit<Load, "port" | "tokens">): Promise<LoadResult>;
  stop(): Promise<void>;
}

export interface CostlyResult extends LoadResult {
  /** For one request: of the server, PostgreSQL and the load. */
  each_us: number[];
}

/** What every purchase of these benchmarks buys, at the price that its users pay. */
export const benchOrder = {
  packageId: "p-1",
  receiver: "0244123456",
  network: "MTNup2u",
  offer: "1 GB",
  totalAmount: 4.8,
};

interface StandOptions {
  name: string;
  users: number;
  /** Gets the owner's address of the database before the server starts. */
  prepare?: (url: string) => Promise<void>;
  payments?: PaymentSettings;
}

export async function openPurchaseStand(
  postgres: BenchServer,
  { name, users, prepare, payments }: StandOptions,
): Promise<PurchaseStand> {
  const url = await postgres.createDatabase(name);
  const shoppers = await openBenchShop(asApiRole(url), users);
  const tokens = shoppers.map(({ token }) => token);
  await prepare?.(url);
  const child: Child = await startChild(url, { payments });
  const [load, other] = [startLoad(), startLoad()];
  const port = Number(new URL(child.url).port);
  const postmaster = await postgres.postmaster();
  const used_us = async () => [await child.cpu_us(), cpuOfTree_us(postmaster), cpuOfTree_us(load.pid ?? 0)];
  const send = async (process: ChildProcess, asked: Omit<Load, "port" | "tokens">) => {
    process.send({ ...asked, port, tokens } satisfies Load);
    const [result] = (await once(process, "message")) as [LoadResult];
    return result;
  };
  return {
    url: child.url,
    databaseUrl: url,
    shoppers,
    async run(asked) {
      const before_us = await used_us();
      const result = await send(load, asked);
      const after_us = await used_us();
      const each_us = after_us.map(
        (us, index) => (us - (before_us[index] ?? 0)) / result.latencies_ms.length,
      );
      return { ...result, each_us };
    },
    runBeside: (asked) => send(other, asked),
    async stop() {
      load.disconnect();
      other.disconnect();
      await child.stop();
    },
  };
}

function startLoad(): ChildProcess {
  return fork(new URL("http-load.ts", import.meta.url));
}
