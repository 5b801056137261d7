/**
 * The files of deploy/ha for the machines of one trial: the owner's own files, with other addresses and folders. A cluster
 * made from anything else would prove nothing about them.
 */
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";

const folder = join(import.meta.dirname, "../../deploy");
const read = (name: string) => readFileSync(join(folder, name), "utf8");

export interface MachineName {
  name: "database-1" | "database-2" | "witness";
  /** In the owner's private network, whose addresses begin with 10.0.0. */
  address: string;
}

/** The machines of the owner's files. */
export const machineNames: readonly MachineName[] = [
  { name: "database-1", address: "10.0.0.11" },
  { name: "database-2", address: "10.0.0.12" },
  { name: "witness", address: "10.0.0.13" },
];
const [first] = machineNames as [MachineName];

/** The same machine on this one: each has its own loopback address, so that the owner's ports stay as they are. */
export function onLoopback(text: string): string {
  return text.replaceAll("10.0.0.", "127.0.0.");
}

/** What differs between this machine and the owner's. */
export interface Places {
  dataDir: string;
  postgresBin: string;
  /** A copy of deploy/postgresql.conf that PostgreSQL's user can read. */
  settingsFile: string;
  folder: string;
}

/** patroni.yml with these folders. @throws if it no longer has what is replaced */
export function patroniConfig({ dataDir, postgresBin, settingsFile, folder: own }: Places): string {
  const replacements: [string, string][] = [
    ["bin_dir: /usr/lib/postgresql/15/bin", `bin_dir: ${postgresBin}`],
    ["data_dir: /var/lib/postgresql/15/cedibook", `data_dir: ${dataDir}`],
    ["pgpass: /var/lib/postgresql/cedibook.pgpass", `pgpass: ${join(own, "pgpass")}`],
    ["custom_conf: /opt/cedibook/current/deploy/postgresql.conf", `custom_conf: ${settingsFile}`],
    ["unix_socket_directories: /var/run/postgresql", `unix_socket_directories: ${own}`],
    // A trial kills Patroni, and must not restart the machine that it runs on.
    ["mode: automatic", "mode: off"],
  ];
  let text = onLoopback(read("ha/patroni.yml"));
  for (const [from, to] of replacements) {
    if (!text.includes(from)) throw new Error(`deploy/ha/patroni.yml has no "${from}"`);
    text = text.replace(from, to);
  }
  return text;
}

export function postgresSettings(): string {
  return read("postgresql.conf");
}

/** The environment of etcd on this machine. */
export function etcdEnvironment(machine: MachineName): Record<string, string> {
  return environmentOf("ha/etcd.env.example", machine);
}

/** The environment of Patroni on this machine, with these passwords. */
export function patroniEnvironment(
  machine: MachineName,
  passwords: Record<string, string>,
): Record<string, string> {
  return { ...environmentOf("ha/database-1.env.example", machine), ...passwords };
}

/** A password for each variable of the example that has one. */
export function newPatroniPasswords(): Record<string, string> {
  const names = Object.keys(parseEnv(read("ha/database-1.env.example"))).filter((name) =>
    name.endsWith("_PASSWORD"),
  );
  return Object.fromEntries(names.map((name) => [name, randomBytes(24).toString("hex")]));
}

/** As an owner writes it for another machine than the first: with its name and address, except in lists of all machines. */
function environmentOf(file: string, { name, address }: MachineName): Record<string, string> {
  const own = (value: string) => value.replaceAll(first.name, name).replaceAll(first.address, address);
  const pairs = Object.entries(parseEnv(read(file))).map(([variable, value = ""]) => [
    variable,
    onLoopback(value.includes(",") ? value : own(value)),
  ]);
  return Object.fromEntries(pairs) as Record<string, string>;
}
