/** A process of one version of the shop, as a service manager runs it: npm start with the addresses of its logins. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Target } from "../../scenario/sender.ts";

/** What npm run migrate prints, and the rest of the settings. */
export type ShopEnvironment = Record<string, string>;

/** As the service files of deploy set it: the balancer has this long to notice that a process stops. */
const settings = { LOG_LEVEL: "warn", DRAIN_SECONDS: "3" };
const probe_ms_max = 1000;
const output_length_max = 20_000;

export class VersionProcess implements Target {
  readonly name: string;
  readonly url: string;
  readonly #port: number;
  isInService = false;
  #child: ChildProcess | undefined;
  #output = "";

  constructor(name: string, port: number) {
    this.name = name;
    this.#port = port;
    this.url = `http://127.0.0.1:${port}`;
  }

  /** @param folder of the version. @throws if it ends before it serves */
  async start(folder: string, environment: ShopEnvironment): Promise<void> {
    const child = spawn(process.execPath, [join(folder, "tools/start.ts")], {
      cwd: folder,
      env: { ...childEnvironment(), ...environment, PORT: String(this.#port), ...settings },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#child = child;
    this.#output = "";
    await new Promise<void>((resolve, reject) => {
      const listen = (chunk: Buffer) => {
        this.#output = (this.#output + chunk.toString()).slice(-output_length_max);
        if (this.#output.includes("Ready on ")) resolve();
      };
      child.stdout.on("data", listen);
      child.stderr.on("data", listen);
      child.on("exit", () => (this.isInService = false));
      child.on("exit", () => reject(new Error(`${this.name} did not start: ${this.#output}`)));
    });
  }

  /** What a balancer does: asks whether it is ready. */
  async probe(): Promise<void> {
    const signal = AbortSignal.timeout(probe_ms_max);
    this.isInService = await fetch(`${this.url}/readyz`, { signal }).then(
      async (response) => {
        await response.arrayBuffer();
        return response.ok;
      },
      () => false,
    );
  }

  /** Ends it as a service manager does. @returns what was wrong with its end; undefined if nothing was */
  async stop(): Promise<string | undefined> {
    const child = this.#child;
    if (!child) return undefined;
    const isGone = child.exitCode !== null || child.signalCode !== null;
    if (isGone) return `${this.name} ended by itself: ${this.#output.slice(-1500)}`;
    const exited = once(child, "exit");
    child.kill("SIGTERM");
    const [code] = (await exited) as [number | null];
    this.#child = undefined;
    return code === 0 ? undefined : `${this.name} stopped with code ${code}: ${this.#output.slice(-1500)}`;
  }

  /** Ends it at once, whatever it does. */
  kill(): void {
    this.#child?.kill("SIGKILL");
  }
}

/** Runs the version's npm run migrate as the owner. @returns the addresses that it printed, if it made the logins */
export async function migrateWith(
  folder: string,
  ownerUrl: string,
  settings: ShopEnvironment,
): Promise<ShopEnvironment> {
  const { stdout } = await promisify(execFile)(process.execPath, [join(folder, "tools/migrate.ts")], {
    cwd: folder,
    env: { ...childEnvironment(), ...settings, DATABASE_URL: ownerUrl },
  });
  const printed = [...stdout.matchAll(/^((?:AUDITOR_)?DATABASE_URL)=(.*)$/gm)];
  return Object.fromEntries(printed.map(([, name = "", value = ""]) => [name, value]));
}

/** Without the settings of a shop that this machine may have. */
function childEnvironment(): ShopEnvironment {
  const { PATH = "", HOME = "" } = process.env;
  return { PATH, HOME };
}
