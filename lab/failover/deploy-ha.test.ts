/** The files of deploy/ha agree with each other, with the walk in docs/operations.md and with what the shop understands. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { serviceOperations } from "../../contract/service.ts";
import { serversOf } from "../../ledger/connect/database-url.ts";
import {
  etcdEnvironment,
  machineNames,
  newPatroniPasswords,
  patroniConfig,
  patroniEnvironment,
} from "./owner-files.ts";
import { findPrograms } from "./machine.ts";
import { StartError } from "../../tools/postgres/start-error.ts";

const root = join(import.meta.dirname, "../..");
const read = (name: string) => readFileSync(join(root, name), "utf8");

interface PatroniFile {
  scope: string;
  etcd: { hosts: string };
  bootstrap: {
    dcs: {
      ttl: number;
      loop_wait: number;
      retry_timeout: number;
      primary_start_timeout: number;
      synchronous_mode: boolean;
      failsafe_mode: boolean;
      postgresql: { use_pg_rewind: boolean; parameters: Record<string, unknown> };
    };
  };
  postgresql: {
    data_dir: string;
    custom_conf: string;
    pg_hba: string[];
    parameters: Record<string, string>;
    authentication?: unknown;
  };
  restapi?: unknown;
  watchdog: { mode: string; safety_margin: number };
}

const file = parse(read("deploy/ha/patroni.yml")) as PatroniFile;
const example = parseEnv(read("deploy/ha/database-1.env.example"));
const etcd = parseEnv(read("deploy/ha/etcd.env.example"));
const walk = /\n## Two machines for the database\n(.*?)\n## /s.exec(read("docs/operations.md"))?.[1] ?? "";
const databaseMachines = machineNames.filter(({ name }) => name.startsWith("database"));

describe("patroni.yml", () => {
  test("its times keep Patroni's rules, also with a watchdog", () => {
    const { ttl, loop_wait, retry_timeout } = file.bootstrap.dcs;
    expect(ttl).toBeGreaterThanOrEqual(20);
    expect(loop_wait + 2 * retry_timeout).toBeLessThanOrEqual(ttl - file.watchdog.safety_margin);
  });

  test("only a standby that has every purchase may take over", () => {
    const { synchronous_mode, failsafe_mode, primary_start_timeout, postgresql } = file.bootstrap.dcs;
    expect({ synchronous_mode, failsafe_mode, primary_start_timeout }).toEqual({
      synchronous_mode: true,
      failsafe_mode: true,
      primary_start_timeout: 0,
    });
    expect(postgresql.use_pg_rewind).toBe(true);
    const own = { ...postgresql.parameters, ...file.postgresql.parameters };
    // Patroni sets these two itself, and whoever sets them here turns off what makes a commit safe.
    expect(Object.keys(own)).not.toContain("synchronous_standby_names");
    expect(Object.keys(own)).not.toContain("synchronous_commit");
  });

  test("its limit of connections is the one of postgresql.conf, which it uses", () => {
    const [, limit] = /^max_connections = (\d+)$/m.exec(read("deploy/postgresql.conf")) ?? [];
    expect(file.bootstrap.dcs.postgresql.parameters["max_connections"]).toBe(Number(limit));
    expect(file.postgresql.custom_conf).toBe("/opt/cedibook/current/deploy/postgresql.conf");
  });

  test("has no secrets and no address of one machine, so that it is the same on both", () => {
    expect(file.postgresql.authentication).toBeUndefined();
    expect(file.restapi).toBeUndefined();
    expect(JSON.stringify(file)).not.toMatch(/password":/);
  });

  test("lets in its own users with a password, and nobody without one but the local superuser", () => {
    const lines = file.postgresql.pg_hba.map((line) => line.split(" "));
    const trusting = lines.filter((line) => line.at(-1) !== "scram-sha-256");
    expect(trusting).toEqual([["local", "all", "postgres", "peer"]]);
    const replication = lines.filter(([, database]) => database === "replication");
    expect(replication.map(([, , user]) => user)).toEqual([example["PATRONI_REPLICATION_USERNAME"]]);
    for (const { address } of databaseMachines)
      expect(replication.map(([, , , network = ""]) => isIn(address, network))).toEqual([true]);
  });
});

describe("the machines", () => {
  test("etcd runs on all three, and Patroni asks it there", () => {
    const members = (etcd["ETCD_INITIAL_CLUSTER"] ?? "").split(",").map((member) => member.split("="));
    expect(members).toEqual(machineNames.map(({ name, address }) => [name, `http://${address}:2380`]));
    expect(file.etcd.hosts.split(",")).toEqual(machineNames.map(({ address }) => `${address}:2379`));
    expect(etcd["ETCD_ENABLE_V2"]).toBe("true");
    expect(file).not.toHaveProperty("etcd3");
    expect(etcd["ETCD_ADVERTISE_CLIENT_URLS"]).toBe(`http://${machineNames[0]?.address}:2379`);
  });

  test.each(machineNames)("$name has its own name and addresses in every variable", (machine) => {
    const address = machine.address.replace("10.0.0.", "127.0.0.");
    const { ETCD_INITIAL_CLUSTER, ...own } = etcdEnvironment(machine);
    expect(ETCD_INITIAL_CLUSTER?.split(",")).toHaveLength(machineNames.length);
    const urls = Object.entries(own).filter(([name]) => name.endsWith("_URLS"));
    expect(urls).toHaveLength(4);
    for (const [, url] of urls) expect(new URL(url).hostname).toBe(address);
    expect(own["ETCD_NAME"]).toBe(machine.name);
    const patroni = patroniEnvironment(machine, newPatroniPasswords());
    expect(patroni["PATRONI_NAME"]).toBe(machine.name);
    expect(patroni["PATRONI_POSTGRESQL_CONNECT_ADDRESS"]).toBe(`${address}:5432`);
    expect(patroni["PATRONI_RESTAPI_CONNECT_ADDRESS"]).toBe(`${address}:8008`);
    expect(JSON.stringify(patroni)).not.toContain("change-me");
  });

  test("a trial uses the same file with its own folders, and never the watchdog of its machine", () => {
    const places = { dataDir: "/d", postgresBin: "/b", settingsFile: "/s", folder: "/f" };
    const trial = parse(patroniConfig(places)) as PatroniFile;
    expect(trial.postgresql.data_dir).toBe("/d");
    expect(trial.postgresql.custom_conf).toBe("/s");
    expect(trial.watchdog.mode).toBe("off");
    expect(trial.bootstrap.dcs).toEqual(file.bootstrap.dcs);
    expect(JSON.stringify(trial)).not.toContain("10.0.0.");
  });
});

describe("the walk in docs/operations.md", () => {
  test("gives the shop both databases and lets it write only to the primary", () => {
    const addresses = [...walk.matchAll(/postgres:\/\/[^\s"'`]+\/shop[^\s"'`]*/g)].map(([url]) => url);
    expect(addresses.length).toBeGreaterThan(0);
    for (const address of addresses)
      expect(serversOf(address)).toEqual({
        servers: databaseMachines.map((machine) => ({ host: machine.address, port: 5432 })),
        target: "read-write",
      });
  });

  test("gives Caddy both processes at the port of the unit, and Caddy asks where the shop says how it is", () => {
    const [, upstreams = ""] = /SHOP_UPSTREAMS=([\d.: ]+)/.exec(walk) ?? [];
    const [, port] = /cedibook@(\d+)/.exec(walk) ?? [];
    expect(upstreams.trim().split(" ")).toEqual(databaseMachines.map(({ address }) => `${address}:${port}`));
    expect(read("deploy/Caddyfile")).toContain(`health_uri ${serviceOperations.ready.path}\n`);
  });

  test("names every file of deploy/ha", () => {
    for (const name of ["patroni.yml", "database-1.env.example", "etcd.env.example"])
      expect(walk).toContain(name);
  });
});

test("a machine without the programs is told which ones are missing", () => {
  const find = () => findPrograms({ PATH: "/nowhere", POSTGRES_BIN: "/nowhere" });
  expect(find).toThrow(StartError);
  expect(find).toThrow(/Missing: patroni .*patronictl .*etcd .*pg_rewind .*apt install patroni etcd-server/);
});

function isIn(address: string, network: string): boolean {
  const [base = "", bits] = network.split("/");
  expect(bits).toBe("24");
  return address.split(".").slice(0, 3).join(".") === base.split(".").slice(0, 3).join(".");
}
