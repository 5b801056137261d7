/** The programs of a cluster with Patroni. Not from npm: in Debian, the packages patroni, etcd-server and postgresql. */
import { accessSync, constants, globSync } from "node:fs";
import { delimiter, join } from "node:path";
import { StartError } from "../../tools/postgres/start-error.ts";

export interface Programs {
  patroni: string;
  patronictl: string;
  etcd: string;
  /** The folder of PostgreSQL's programs, with pg_rewind and pg_basebackup. */
  postgresBin: string;
}

/**
 * Looks in PATH, and for PostgreSQL's programs in POSTGRES_BIN, else where Debian has them.
 * @throws StartError that names everything that is missing
 */
export function findPrograms(env: NodeJS.ProcessEnv): Programs {
  const folders = (env["PATH"] ?? "").split(delimiter);
  const missing: string[] = [];
  const find = (name: string, places: string[], hint: string) => {
    const found = places.find((folder) => isProgram(join(folder, name)));
    if (found === undefined) missing.push(`${name} (${hint})`);
    return found ?? "";
  };
  const inPath = (name: string) => join(find(name, folders, "not in PATH"), name);
  const given = env["POSTGRES_BIN"];
  const usual = globSync("/usr/lib/postgresql/*/bin").toSorted().toReversed();
  const postgresPlaces = given === undefined ? usual : [given];
  const programs = {
    patroni: inPath("patroni"),
    patronictl: inPath("patronictl"),
    etcd: inPath("etcd"),
    postgresBin: find(
      "pg_rewind",
      postgresPlaces,
      given ?? "not in /usr/lib/postgresql/*/bin; set POSTGRES_BIN",
    ),
  };
  if (missing.length === 0) return programs;
  throw new StartError(
    `Missing: ${missing.join(", ")}. On Debian: apt install patroni etcd-server postgresql. These rounds change nothing of the system's own cluster.`,
  );
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
