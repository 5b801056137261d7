/** A server with users who have money, loads in processes of their own, and what each request costs in CPU time. */
import { ask } from "../call.ts";
import { Child, cpuOfTree_us } from "../child.ts";
import { type LabSettings, ServerChild } from "../server.ts";
import { registerShoppers, type Shopper, withWriter } from "../shoppers.ts";
import type { Pesewas } from "../../contract/terms/money.ts";
import { asApiRole } from "../../tools/database-url.ts";
import type { BenchPostgres } from "./bench-postgres.ts";
import type { Load, LoadResult } from "./load-process.ts";
import { createPlainTables } from "../plain.ts";

export const sessionSecret = "a secret that only the benchmark knows, long enough";
export const openingBalance: Pesewas = 1_000_000_00;
export const connections = 64;
/** Who uses CPU time for a request: see Stand.run. */
export const cpuUsers = ["server", "PostgreSQL", "load"];
export const purchasePath = "/api/order/create";

/** What every purchase of these benchmarks buys, at the price that its users pay. */
const benchOrder = JSON.stringify({
  packageId: "p-1",
  receiver: "0244123456",
  network: "MTNup2u",
  offer: "1 GB",
  totalAmount: 4.8,
});

interface StandOptions {
  users: number;
  /** Gets the owner's address of the database before the server starts. */
  prepare?: (url: string) => Promise<void>;
  /** Whether it also has the routes of plain.ts, to compare purchases with. */
  hasPlain?: boolean;
  /** Settings of the server. */
  settings?: Partial<LabSettings>;
  /** A database that has its users already. */
  existing?: { databaseUrl: string; shoppers: Shopper[] };
}

type Asked = Partial<Omit<Load, "url">>;

export class Stand {
  /** As the owner. */
  readonly databaseUrl: string;
  readonly shoppers: Shopper[];
  server!: ServerChild;
  /** The CPU time of others that a request costs too, such as its screens. */
  othersCpu_us: (() => number)[] = [];
  readonly #postmaster: number;
  readonly #loads = [0, 1].map(() => new Child(new URL("load-process.ts", import.meta.url)));

  private constructor(databaseUrl: string, shoppers: Shopper[], postmaster: number) {
    this.databaseUrl = databaseUrl;
    this.shoppers = shoppers;
    this.#postmaster = postmaster;
  }

  static async open(
    postgres: BenchPostgres,
    name: string,
    { users, prepare, hasPlain = false, settings, existing }: StandOptions,
  ): Promise<Stand> {
    const url = existing?.databaseUrl ?? (await postgres.createDatabase(name));
    const shoppers = existing?.shoppers ?? (await openBenchShop(asApiRole(url), users));
    await prepare?.(url);
    if (hasPlain) await createPlainTables(postgres, url);
    const stand = new Stand(url, shoppers, await postgres.postmaster());
    stand.server = await startBenchServer(url, { ...settings, ...(hasPlain && { plainUrl: url }) });
    return stand;
  }

  get tokens(): string[] {
    return this.shoppers.map(({ token }) => token);
  }

  /** Purchases, unless something else is asked for. `each_us`: of the server, PostgreSQL, the load and others. */
  async run(asked: Asked): Promise<LoadResult & { each_us: number[] }> {
    const before_us = await this.#used_us();
    const result = await this.#send(0, asked);
    const after_us = await this.#used_us();
    const each_us = after_us.map((us, part) => (us - (before_us[part] ?? 0)) / result.latencies_ms.length);
    return { ...result, each_us };
  }

  /** Another load at the same time, from a process of its own. */
  runBeside(asked: Asked): Promise<LoadResult> {
    return this.#send(1, asked);
  }

  /** One purchase from this process. @param n whose turn it is */
  buyOnce(n: number): Promise<{ reference: string; position: number }> {
    const { token = "" } = this.shoppers[n % this.shoppers.length] ?? {};
    return ask(this.server.url, { method: "POST", path: "/order/create", body: benchOrder, token });
  }

  #send(load: number, asked: Asked): Promise<LoadResult> {
    const usual = { tokens: this.tokens, path: purchasePath, body: benchOrder, connections };
    const asking = { ...usual, ...asked, url: this.server.url };
    return this.#loads[load]!.ask("run", asking satisfies Load);
  }

  async #used_us(): Promise<number[]> {
    return [
      await this.server.cpu_us(),
      cpuOfTree_us(this.#postmaster),
      this.#loads[0]!.cpu_us,
      ...this.othersCpu_us.map((cpu_us) => cpu_us()),
    ];
  }
}

export function startBenchServer(
  ownerUrl: string,
  settings: Partial<LabSettings> = {},
): Promise<ServerChild> {
  const usual = { databaseUrl: asApiRole(ownerUrl), sessionSecret, logLevel: "error" };
  return ServerChild.start({ ...usual, ...settings });
}

/** Users with money and a session each, and one product. */
async function openBenchShop(url: string, count: number): Promise<Shopper[]> {
  const packages = [{ id: "p-1", offer: "1 GB", customer: 480, agent: 460, superAgent: 450 }];
  const facts = { network: "MTNup2u", status: "available", note: "", image: null, packages } as const;
  await withWriter(url, (submit) => submit("create_product", { product: "p", facts }));
  const phoneOf = (n: number) => `02${String(40_000_000 + n)}`;
  return registerShoppers(url, sessionSecret, { count, phoneOf, balance: openingBalance });
}
