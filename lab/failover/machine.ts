/**
 * One machine of a cluster: etcd, and on a database machine Patroni with its PostgreSQL. All of them can die or hang at
 * once, as with a real machine, and start again on the same disk.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, appendFileSync, constants, globSync } from "node:fs";
import { chmod, chown, mkdir, readFile, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { whoRunsPostgres } from "../../tools/postgres/run-as.ts";
import { StartError } from "../../tools/postgres/start-error.ts";
import { childrenOf } from "../../tools/testing/standby.ts";
import {
  etcdEnvironment,
  type MachineName,
  onLoopback,
  patroniConfig,
  patroniEnvironment,
  postgresSettings,
} from "./owner-files.ts";

/** Not from npm: in Debian, the packages patroni, etcd-server and postgresql. */
export interface Programs {
  patroni: string;
  patronictl: string;
  etcd: string;
  /** The folder of PostgreSQL's programs, with pg_rewind and pg_basebackup. */
  postgresBin: string;
}

export interface MachineOptions {
  name: MachineName;
  /** Its disk: an existing folder that PostgreSQL's user can enter. */
  folder: string;
  programs: Programs;
  passwords: Record<string, string>;
}

const poll_ms = 20;

export class Machine {
  readonly name: string;
  readonly address: string;
  readonly #options: MachineOptions;
  readonly #running = new Map<"etcd" | "patroni", ChildProcess>();

  constructor(options: MachineOptions) {
    this.name = options.name.name;
    this.address = onLoopback(options.name.address);
    this.#options = options;
  }

  get configFile(): string {
    return join(this.#options.folder, "patroni.yml");
  }

  get environment(): Record<string, string> {
    return patroniEnvironment(this.#options.name, this.#options.passwords);
  }

  /** Writes the files that its programs read. */
  async prepare(): Promise<void> {
    const { folder, programs } = this.#options;
    const settingsFile = join(folder, "postgresql.conf");
    const runAs = whoRunsPostgres();
    await mkdir(folder, { recursive: true });
    await chmod(folder, 0o755);
    if (runAs) await chown(folder, runAs.uid, runAs.gid);
    await writeFile(settingsFile, postgresSettings());
    const { postgresBin } = programs;
    await writeFile(
      this.configFile,
      patroniConfig({ dataDir: this.#cluster, postgresBin, settingsFile, folder }),
    );
  }

  startEtcd(): void {
    const { name, folder, programs } = this.#options;
    this.#start("etcd", programs.etcd, [], { ...etcdEnvironment(name), ETCD_DATA_DIR: join(folder, "etcd") });
  }

  startPatroni(): void {
    this.#start("patroni", this.#options.programs.patroni, [this.configFile], this.environment);
  }

  async killEtcd(): Promise<void> {
    const child = this.#running.get("etcd");
    if (!child || !isAlive(child)) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  }

  /** The power is cut: everything ends at once, without a goodbye. */
  async kill(): Promise<void> {
    // Stopped first, so that nothing is started or answered meanwhile.
    for (const pid of await this.#signalAll("SIGSTOP")) signal(pid, "SIGKILL");
    const ended = [...this.#running.values()].filter(isAlive).map((child) => once(child, "exit"));
    await Promise.all(ended);
    while ((await this.#postmasterId()) !== undefined) await sleep(poll_ms);
  }

  /** Everything stops, and connections stay open without an answer. */
  async freeze(): Promise<void> {
    await this.#signalAll("SIGSTOP");
  }

  /** Only PostgreSQL stops, as when its disk does not answer. Patroni runs on and finds nobody to ask. */
  async freezePostgres(): Promise<void> {
    await this.#signalPostgres("SIGSTOP");
  }

  async thaw(): Promise<void> {
    await this.#signalAll("SIGCONT");
  }

  /** Whatever ran on it runs again, on the same disk. */
  start(): void {
    this.startEtcd();
    this.startPatroni();
  }

  /** What Patroni has written to its log. */
  log(): Promise<string> {
    return readFile(this.#logFile("patroni"), "utf8").catch(() => "");
  }

  get #cluster(): string {
    return join(this.#options.folder, "postgres");
  }

  #logFile(program: string): string {
    return join(this.#options.folder, `${program}.log`);
  }

  #start(program: "etcd" | "patroni", file: string, args: string[], env: Record<string, string>): void {
    const child = spawn(file, args, {
      ...whoRunsPostgres(),
      cwd: this.#options.folder,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
      // A Ctrl-C in the terminal reaches only the storm, which ends this.
      detached: true,
    });
    const listen = (chunk: Buffer) => appendFileSync(this.#logFile(program), chunk);
    child.stdout.on("data", listen);
    child.stderr.on("data", listen);
    child.on("error", (error) => listen(Buffer.from(`${error.message}\n`)));
    this.#running.set(program, child);
  }

  /** @returns the processes, Patroni first so that it restarts nothing */
  async #signalAll(name: NodeJS.Signals): Promise<number[]> {
    const children = [this.#running.get("patroni"), this.#running.get("etcd")];
    const own = children.flatMap((child) => (child?.pid && isAlive(child) ? [child.pid] : []));
    for (const pid of own) signal(pid, name);
    return [...own, ...(await this.#signalPostgres(name))];
  }

  /** @returns the processes, the main one first so that it starts no others */
  async #signalPostgres(name: NodeJS.Signals): Promise<number[]> {
    const postmaster = await this.#postmasterId();
    if (postmaster === undefined) return [];
    signal(postmaster, name);
    const children = await childrenOf(postmaster);
    for (const pid of children) signal(pid, name);
    return [postmaster, ...children];
  }

  /** Also of a server that is starting or stopping. */
  async #postmasterId(): Promise<number | undefined> {
    const text = await readFile(join(this.#cluster, "postmaster.pid"), "utf8").catch(() => "");
    const pid = Number(text.split("\n")[0]);
    const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
    return command.includes(this.#cluster) ? pid : undefined;
  }
}

function isAlive(child: ChildProcess): boolean {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null;
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has already ended.
  }
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
