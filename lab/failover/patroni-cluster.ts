/** A cluster as deploy/ha describes it: two database machines and a witness, each at a loopback address of its own. */
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { promisify } from "node:util";
import type { DatabaseClient } from "../../ledger/connect/database-client.ts";
import { lockDataFolder } from "../../tools/postgres/owner-lock.ts";
import { StartError } from "../../tools/postgres/start-error.ts";
import { throwawayFolder } from "../../tools/postgres/throwaway.ts";
import { Machine, type Programs } from "./machine.ts";
import { machineNames, newPatroniPasswords } from "./owner-files.ts";
import { useClient } from "../use-client.ts";
import { waitFor } from "../waiting.ts";

const database = "shop";
const postgres_port = 5432;
/** Patroni may need 20 s to notice that a machine is gone, and a rewound server some more to come back. */
const settle_ms_max = 180_000;

export class PatroniCluster {
  readonly machines: readonly [Machine, Machine, Machine];
  readonly #passwords: Record<string, string>;
  readonly #ownerPassword = randomBytes(24).toString("hex");
  readonly #programs: Programs;
  readonly #remove: () => Promise<void>;
  /** Writes the logins' addresses here. */
  readonly folder: string;

  private constructor(programs: Programs, folder: string, remove: () => Promise<void>) {
    const passwords = newPatroniPasswords();
    this.machines = machineNames.map(
      (name) => new Machine({ name, folder: join(folder, name.name), programs, passwords }),
    ) as [Machine, Machine, Machine];
    this.#passwords = passwords;
    this.#programs = programs;
    this.#remove = remove;
    this.folder = folder;
  }

  /** Follows the steps of docs/operations.md: etcd, the first database machine, the second, the database of the shop. */
  static async open(programs: Programs): Promise<PatroniCluster> {
    const { dataDir, remove } = await throwawayFolder();
    const unlock = await lockDataFolder(dataDir);
    const cluster = new PatroniCluster(programs, dataDir, () => unlock().then(remove));
    try {
      for (const machine of cluster.machines) await machine.prepare();
      for (const machine of cluster.machines) machine.startEtcd();
      const [first, second] = cluster.machines;
      first.startPatroni();
      await cluster.untilLed(first);
      second.startPatroni();
      await cluster.untilWhole(first);
      await cluster.#makeDatabase(first);
      return cluster;
    } catch (error) {
      const logs = await Promise.all(cluster.machines.map((machine) => machine.log()));
      await cluster.close();
      throw new StartError(
        `The cluster did not start: ${String(error)}\n${logs.map((log) => log.slice(-2000)).join("\n")}`,
        { cause: error },
      );
    }
  }

  /** The shop's database on whichever machine is the primary, with the owner's login. */
  get ownerUrl(): string {
    return this.#url("cedibook_owner", this.#ownerPassword);
  }

  /** The same with the superuser's. */
  get superuserUrl(): string {
    return this.#url("postgres", this.#superuserPassword);
  }

  /** One machine's own server, whatever its role, as the superuser. */
  urlOf({ address }: Machine, name = database): string {
    return `postgres://postgres:${this.#superuserPassword}@${address}:${postgres_port}/${name}`;
  }

  /** Waits until that machine is the primary. */
  untilLed(machine: Machine): Promise<void> {
    return this.#until(machine, "select where not pg_is_in_recovery()", `${machine.name} became no primary`);
  }

  /** Waits until the other database machine is its synchronous standby. */
  untilWhole(primary: Machine): Promise<void> {
    const text = "select from pg_stat_replication where sync_state = 'sync' and state = 'streaming'";
    return this.#until(primary, text, `${primary.name} got no synchronous standby`);
  }

  /** Waits until it no longer waits for a standby. */
  untilAlone(primary: Machine): Promise<void> {
    const text = "select where current_setting('synchronous_standby_names') = ''";
    return this.#until(primary, text, `${primary.name} still waits for its standby`);
  }

  /** As an owner does it, with patronictl. */
  async switchOver(from: Machine, to: Machine): Promise<void> {
    const leaders = ["--leader", from.name, "--candidate", to.name, "--force"];
    const args = ["-c", from.configFile, "switchover", ...leaders];
    const env = { ...process.env, ...from.environment };
    const { stdout } = await promisify(execFile)(this.#programs.patronictl, args, { env });
    if (!stdout.includes("Successfully switched over")) throw new Error(`patronictl switchover: ${stdout}`);
  }

  /** As the superuser, on that machine. */
  use<T>(machine: Machine, work: (client: DatabaseClient) => Promise<T>, name = database): Promise<T> {
    return useClient(this.urlOf(machine, name), work);
  }

  /** Ends everything and removes the folders. */
  async close(): Promise<void> {
    for (const machine of this.machines) await machine.kill();
    await this.#remove();
  }

  async #makeDatabase(primary: Machine): Promise<void> {
    await this.use(
      primary,
      async (client) => {
        await client.query(`create role cedibook_owner login createrole password '${this.#ownerPassword}'`);
        await client.query(`create database ${database} owner cedibook_owner`);
      },
      "postgres",
    );
  }

  get #superuserPassword(): string {
    return this.#passwords["PATRONI_SUPERUSER_PASSWORD"] ?? "";
  }

  #url(user: string, password: string): string {
    const hosts = this.machines.slice(0, 2).map(({ address }) => `${address}:${postgres_port}`);
    return `postgres://${user}:${password}@${hosts.join(",")}/${database}?target_session_attrs=read-write`;
  }

  /** Waits until the query has a row there. */
  async #until(machine: Machine, text: string, complaint: string): Promise<void> {
    const look = () => this.use(machine, (client) => client.query(text), "postgres").catch(() => undefined);
    if (!(await waitFor(async () => (await look())?.rowCount, { ms_max: settle_ms_max, pause_ms: 100 })))
      throw new Error(`${complaint} within ${settle_ms_max / 1000} s`);
  }
}
