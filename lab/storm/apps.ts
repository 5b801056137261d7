/** The shop's processes. They are killed, stopped and restarted, and each keeps its address for the whole storm. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { ServerOptions } from "../../api/server.ts";
import { ownPort } from "../../tools/testing/own-port.ts";
import type { AppRequest } from "./app-process.ts";

export type AppOptions = Pick<ServerOptions, "databaseUrl" | "sessionSecret" | "payments">;

const output_length_max = 20_000;
const restart_ms = 100;

/** A process that is restarted whenever it ends, as a service manager would do. */
export class App {
  readonly name: string;
  readonly port: number;
  readonly url: string;
  /** Ends of a running server that the storm did not cause. Each is a defect of the shop. */
  readonly crashes: string[] = [];
  readonly #options: AppOptions;
  #child: ChildProcess | undefined;
  #isKilled = false;
  #isClosing = false;
  #output = "";

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

  /** The end of its standard output and error. */
  get output(): string {
    return this.#output;
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
    if (this.#child?.connected) this.#child.send({ clockOffset_ms } satisfies AppRequest);
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    // A kill, because the database may be gone by now, and answers are no longer needed.
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
    const listen = (chunk: Buffer) =>
      (this.#output = (this.#output + chunk.toString()).slice(-output_length_max));
    child.stdout?.on("data", listen);
    child.stderr?.on("data", listen);
    child.on("exit", (code, signal) => {
      if (this.#isClosing) return;
      if (!this.#isKilled && hasServed)
        this.crashes.push(
          `${this.name} ended by itself (${signal ?? `code ${code}`}): ${this.#output.slice(-1500)}`,
        );
      void sleep(this.#isKilled ? 0 : restart_ms).then(() => !this.#isClosing && this.#run());
    });
  }
}
