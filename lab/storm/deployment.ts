/** The shop under test: databases, processes, the connections between them, and the pages' live connections. */
import { randomBytes } from "node:crypto";
import type { DatabaseClient } from "../../ledger/connect/database-client.ts";
import { type CuttingProxy, startCuttingProxy } from "../../ledger/log/testing/cutting-proxy.ts";
import { asApiRole } from "../../tools/database-url.ts";
import { newPasswords, setLogins } from "../../tools/migrate/logins.ts";
import { migrate } from "../../tools/migrate/migrate.ts";
import { App, apps_count, untilAllReady } from "../scenario/apps.ts";
import { DatabaseNode } from "./database-node.ts";
import { LiveLines } from "./live-lines.ts";

/** Each process knows two addresses. The primary is at one of them, and after a failover at the other. */
const places = [0, 1] as const;
type Place = (typeof places)[number];

export class Deployment {
  readonly apps: App[] = [];
  lines!: LiveLines;
  primary!: DatabaseNode;
  standby: DatabaseNode | undefined;
  /** Between the primary and its standby. */
  replication: CuttingProxy | undefined;
  /** Former primaries, which may still have connections. */
  readonly #outdated: DatabaseNode[] = [];
  /** The proxies by process and address. */
  readonly #proxies: CuttingProxy[][] = [];
  #place: Place = 0;

  static async open(): Promise<Deployment> {
    const deployment = new Deployment();
    try {
      deployment.primary = await DatabaseNode.startPrimary();
      await migrate(deployment.primary.url);
      const { api } = await setLogins(deployment.primary.url, newPasswords());
      const sessionSecret = randomBytes(32).toString("hex");
      for (let index = 0; index < apps_count; index += 1) {
        const proxies = await Promise.all(places.map(() => startCuttingProxy(deployment.primary.url)));
        deployment.#proxies.push(proxies);
        const databaseUrl = urlThroughProxies(asApiRole(api), deployment.primary.port, proxies);
        deployment.apps.push(await App.start(`app ${index + 1}`, { databaseUrl, sessionSecret }));
      }
      deployment.#connectProxies();
      await untilAllReady(deployment.apps);
      deployment.lines = await LiveLines.start(deployment.apps.map(({ port }) => port));
      return deployment;
    } catch (error) {
      await deployment.close();
      throw error;
    }
  }

  /** On the primary, as the superuser. */
  use<T>(work: (client: DatabaseClient) => Promise<T>): Promise<T> {
    return this.primary.use(work);
  }

  appsOf(victims: readonly number[]): App[] {
    return this.apps.filter((_, index) => victims.includes(index));
  }

  /** The proxies between these processes and the primary. */
  proxiesOf(victims: readonly number[]): CuttingProxy[] {
    return this.#proxies.flatMap((proxies, index) => {
      const proxy = proxies[this.#place];
      return victims.includes(index) && proxy ? [proxy] : [];
    });
  }

  async addStandby(): Promise<DatabaseNode> {
    this.replication = await startCuttingProxy(this.primary.url);
    this.standby = await DatabaseNode.startStandby(this.primary, this.replication.url);
    this.#connectProxies();
    return this.standby;
  }

  /** Promotes the standby. The former primary is left as it is until the round is over. */
  async failOver(): Promise<void> {
    const { standby } = this;
    if (!standby) throw new Error("no standby to fail over to");
    await standby.promote();
    this.#outdated.push(this.primary);
    this.primary = standby;
    this.standby = undefined;
    this.#place = this.#place === 0 ? 1 : 0;
  }

  /** Removes what a fault has left behind, after a round. */
  async cleanUp(): Promise<void> {
    this.#connectProxies();
    for (const proxy of this.#proxies.flat()) proxy.cutLost();
    for (const node of this.#outdated.splice(0)) await node.close();
    await this.replication?.close();
    this.replication = undefined;
  }

  async close(): Promise<void> {
    const parts = [
      ...this.apps,
      this.lines,
      ...this.#proxies.flat(),
      ...this.#outdated,
      this.standby,
      this.primary,
    ];
    const results = [];
    for (const part of parts) results.push(await Promise.allSettled([part?.close()]));
    const failed = results.flat().find((result) => result.status === "rejected");
    if (failed) throw failed.reason;
  }

  #connectProxies(): void {
    const ports = this.#place === 0 ? [this.primary, this.standby] : [this.standby, this.primary];
    for (const proxies of this.#proxies) for (const place of places) proxies[place]?.lead(ports[place]?.port);
  }
}

/** A URL with both proxies' addresses, for the server that accepts writes. */
function urlThroughProxies(url: string, port: number, proxies: readonly CuttingProxy[]): string {
  const hosts = proxies.map((proxy) => `127.0.0.1:${proxy.port}`).join(",");
  const separator = url.includes("?") ? "&" : "?";
  return `${url.replace(`127.0.0.1:${port}`, hosts)}${separator}target_session_attrs=read-write`;
}
