/** One PostgreSQL of the storm in its own folder. It can be killed, frozen, restarted, run out of disk, or have a standby. */
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { DatabaseClient } from "../../ledger/connect/database-client.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../../tools/postgres/embedded.ts";
import { settledPostmaster } from "../../tools/postgres/postmaster.ts";
import { fillSmallDisk, mountSmallDisk, unmountSmallDisk } from "../../tools/postgres/small-disk.ts";
import { throwawayFolder } from "../../tools/postgres/throwaway.ts";
import { cloneInto, makeSynchronous, promote, signalAll } from "../../tools/testing/standby.ts";
import { useClient } from "../use-client.ts";

const answer_ms_max = 30_000;
/** Below the small disk's size, so that only the fault fills the disk. */
const wal_size_max = "128MB";

export class DatabaseNode {
  /** Whether its folder is on a separate small disk, which can become full. */
  readonly isOnSmallDisk: boolean;
  readonly #dataDir: string;
  readonly #remove: () => Promise<void>;
  #server: EmbeddedPostgres;

  private constructor(
    server: EmbeddedPostgres,
    dataDir: string,
    isOnSmallDisk: boolean,
    remove: () => Promise<void>,
  ) {
    this.#server = server;
    this.#dataDir = dataDir;
    this.isOnSmallDisk = isOnSmallDisk;
    this.#remove = remove;
  }

  static async #open(prepare: (dataDir: string) => Promise<void> = async () => {}): Promise<DatabaseNode> {
    const { dataDir, remove } = await throwawayFolder();
    const isSmall = await mountSmallDisk(dataDir);
    const removeAll = () => unmountSmallDisk(dataDir).then(remove);
    try {
      await prepare(dataDir);
      const server = await startEmbeddedPostgres({ dataDir, log: () => {} });
      return new DatabaseNode(server, dataDir, isSmall, removeAll);
    } catch (error) {
      await removeAll();
      throw error;
    }
  }

  static async startPrimary(): Promise<DatabaseNode> {
    const node = await DatabaseNode.#open();
    await node.query(`alter system set max_wal_size = '${wal_size_max}'`);
    await node.query("select pg_reload_conf()");
    return node;
  }

  /**
   * Makes a synchronous standby: a commit on the primary is answered only when the standby has it.
   * @param url the primary's URL for replication
   */
  static async startStandby(primary: DatabaseNode, url: string): Promise<DatabaseNode> {
    const node = await DatabaseNode.#open((dataDir) => cloneInto(dataDir, url));
    await makeSynchronous(primary.url);
    return node;
  }

  /** As the superuser. */
  get url(): string {
    return this.#server.url;
  }

  get port(): number {
    return this.#server.port;
  }

  /** Kills only the main process. Its children notice that it is gone, as after a crash. */
  async kill(): Promise<void> {
    const postmaster = await settledPostmaster(this.#cluster, answer_ms_max);
    if (postmaster) process.kill(postmaster.pid, "SIGKILL");
  }

  /** Waits until the server answers again, and restarts it if it has ended. */
  async revive(): Promise<void> {
    for (const deadline = Date.now() + answer_ms_max; ; await sleep(50)) {
      if (await this.#answers()) return;
      if (Date.now() > deadline) throw new Error("the database did not come back");
      const running = await settledPostmaster(this.#cluster, 0).catch(() => "starting");
      if (running !== undefined) continue;
      await this.#server.stop(true);
      this.#server = await startEmbeddedPostgres({ dataDir: this.#dataDir, log: () => {} });
    }
  }

  freeze(): Promise<void> {
    return signalAll(this.#cluster, "SIGSTOP");
  }

  thaw(): Promise<void> {
    return signalAll(this.#cluster, "SIGCONT");
  }

  promote(): Promise<void> {
    return promote(this.url);
  }

  /** Works only on a small disk. */
  fillDisk(isFull: boolean): Promise<void> {
    return fillSmallDisk(this.#dataDir, isFull);
  }

  async query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    return this.use(async (client) => (await client.query<Row>(text, values)).rows);
  }

  /** Runs work on a separate connection, as the superuser. */
  use<T>(work: (client: DatabaseClient) => Promise<T>): Promise<T> {
    return useClient(this.url, work);
  }

  /** Stops the server and removes its folder. */
  async close(): Promise<void> {
    await this.thaw().catch(() => {});
    await this.#server.stop(true).finally(this.#remove);
  }

  get #cluster(): string {
    return join(this.#dataDir, "postgres");
  }

  async #answers(): Promise<boolean> {
    return this.query("select").then(
      () => true,
      () => false,
    );
  }
}
