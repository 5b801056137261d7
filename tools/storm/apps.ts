/** The shop's processes: started, killed, stopped and started again, each at one address for the whole storm. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { ServerOptions } from "#api/server.ts";
import { ownPort } from "../testing/own-port.ts";
import type { AppOrder } from "./app-process.ts";

export type AppOptions = Pick<ServerOptions, "databaseUrl" | "sessionSecret">;

const words_kept = 20_000;
const restart_ms = 100;

/** Started again whenever it ends, as by whatever runs a service. */
export class App {
  readonly name: string;
  readonly port: number;
  readonly url: string;
  /** That it ended without being killed once it had served; each is a fault of the shop's own. */
  readonly deaths: string[] = [];
  readonly #options: AppOptions;
  #child: ChildProcess | undefined;
  #isKilled = false;
  #isClosing = false;
  #words = "";

  private constructor(name: string, port: number, options: AppOptions) {
    this.name = name;
    this.port = port;
    this.url = `http://127.0.0.1:${port}`;
    this.#options = options;
  }

  static async start(name: string, options: AppOptions): Promise<App> {
    const app = new App(name, await ownPort(), options);
    app.#run();
    return app;
  }

  /** The last that it said on standard output and error. */
  get words(): string {
    return this.#words;
  }

  kill(): void {
    this.#isKilled = true;
    this.#child?.kill("SIGKILL");
  }

  stop(): void {
    this.#child?.kill("SIGSTOP");
  }

  resume(): void {
    this.#child?.kill("SIGCONT");
  }

  setClock(clockOffset_ms: number): void {
    if (this.#child?.connected) this.#child.send({ clockOffset_ms } satisfies AppOrder);
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    // Killed, and not asked to leave: the database may be away by now, and nobody needs its answers.
    child.kill("SIGKILL");
    await ended;
  }

  #run(): void {
    const options: ServerOptions = {
      ...this.#options,
      host: "127.0.0.1",
      port: this.port,
      shopName: "Cedibook",
      publicUrl: "http://localhost",
      logLevel: "warn",
    };
    const child = fork(join(import.meta.dirname, "app-process.ts"), [JSON.stringify(options)], {
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
    this.#child = child;
    this.#isKilled = false;
    let hasServed = false;
    child.on("message", () => (hasServed = true));
    child.on("error", () => {});
    const listen = (chunk: Buffer) => (this.#words = (this.#words + chunk.toString()).slice(-words_kept));
    child.stdout?.on("data", listen);
    child.stderr?.on("data", listen);
    child.on("exit", (code, signal) => {
      if (this.#isClosing) return;
      if (!this.#isKilled && hasServed)
        this.deaths.push(
          `${this.name} ended by itself (${signal ?? `code ${code}`}): ${this.#words.slice(-1500)}`,
        );
      void sleep(this.#isKilled ? 0 : restart_ms).then(() => !this.#isClosing && this.#run());
    });
  }
}
