/** Several API processes of one shop, killed and replaced at random. */
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { MessagePatience } from "#api/messages/options.ts";
import { type ShopProcess, startShopProcess } from "./shop-processes.ts";
import type { TestShop } from "./test-shop.ts";

export interface ProcessOptions {
  shop: TestShop;
  sessionSecret: string;
  /** The address of an SMS gateway; empty for none. */
  gatewayUrl: string;
  patience: Partial<MessagePatience>;
  /** The table of what they send. */
  table: "shop.message" | "shop.push_delivery";
}

export class MessageProcesses {
  readonly #options: ProcessOptions;
  readonly #running: ShopProcess[] = [];

  constructor(options: ProcessOptions) {
    this.#options = options;
  }

  /** The address of any of them. */
  get base(): string {
    return this.#running[Math.floor(Math.random() * this.#running.length)]?.base ?? "";
  }

  async start(): Promise<void> {
    this.#running.push(await this.#startOne());
  }

  /** Kills one of the processes and starts a new one. Returns the rows that it was sending. */
  async killOne(): Promise<number[]> {
    const index = Math.floor(Math.random() * this.#running.length);
    const { child } = this.#running[index]!;
    const exited = once(child, "exit");
    child.kill("SIGKILL");
    await exited;
    const before = await this.#beingSent();
    // The other processes have finished their rows by then. Nobody gets the answers to this one's.
    await sleep(250);
    const still = await this.#beingSent();
    this.#running[index] = await this.#startOne();
    return [...before].filter(([id, attempts]) => still.get(id) === attempts).map(([id]) => id);
  }

  #startOne(): Promise<ShopProcess> {
    const { shop, sessionSecret, gatewayUrl, patience } = this.#options;
    const args = [shop.database.apiUrl, sessionSecret, gatewayUrl, JSON.stringify(patience)];
    return startShopProcess(new URL("message-process.ts", import.meta.url), args);
  }

  async #beingSent(): Promise<Map<number, number>> {
    const { shop, table } = this.#options;
    const { rows } = await shop.pool.query<{ id: number; attempts: number }>(
      `select id, attempts from ${table} where state = 'sending'`,
    );
    return new Map(rows.map(({ id, attempts }) => [id, attempts]));
  }
}
