/** The shop's processes. They are killed, stopped and restarted, and each keeps its address for the whole storm. */
import { setTimeout as sleep } from "node:timers/promises";
import { ownPort } from "../../tools/testing/own-port.ts";
import { Child } from "../child.ts";
import { waitFor } from "../waiting.ts";
import { type LabSettings, serverScript, settingsOf } from "../server.ts";

export const apps_count = 2;
const ready_ms_max = 60_000;
const probe_ms_max = 1000;
const output_length_max = 20_000;
const restart_ms = 100;

/** A process that is restarted whenever it ends, as a service manager would do. */
export class App {
  readonly name: string;
  readonly port: number;
  readonly url: string;
  /** Ends of a running server that the storm did not cause. Each is a defect of the shop. */
  readonly crashes: string[] = [];
  /** The end of its standard output and error. */
  output = "";
  readonly #settings: LabSettings;
  #child: Child | undefined;
  #clock_ms = 0;
  #isKilled = false;
  #isClosing = false;

  private constructor(name: string, port: number, settings: LabSettings) {
    this.name = name;
    this.port = port;
    this.url = `http://127.0.0.1:${port}`;
    this.#settings = settings;
  }

  static async start(name: string, settings: LabSettings): Promise<App> {
    const app = new App(name, await ownPort(), settings);
    app.#run();
    return app;
  }

  kill(): void {
    this.#isKilled = true;
    this.#child?.process.kill("SIGKILL");
  }

  stop(): void {
    this.#child?.process.kill("SIGSTOP");
  }

  resume(): void {
    this.#child?.process.kill("SIGCONT");
  }

  /** Also of the processes that it starts from now on. */
  setClock(offset_ms: number): void {
    this.#clock_ms = offset_ms;
    // A process that is starting or ending has no clock to set.
    if (this.#child?.process.connected) this.#child.ask("clock", offset_ms).catch(() => {});
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    // A kill, because the database may be gone by now, and answers are no longer needed.
    await this.#child?.kill();
  }

  #run(): void {
    const child = new Child(serverScript, { stdio: ["ignore", "pipe", "pipe", "ipc"] });
    this.#child = child;
    this.#isKilled = false;
    let hasServed = false;
    const settings = settingsOf({ ...this.#settings, port: this.port, clock_ms: this.#clock_ms });
    child.ask("start", settings).then(
      () => (hasServed = true),
      // Without a database, a server does not start. It ends, and is started again.
      (error: unknown) => {
        this.#note(String(error));
        child.process.kill("SIGKILL");
      },
    );
    child.process.stdout?.on("data", (chunk: Buffer) => this.#note(chunk.toString()));
    child.process.stderr?.on("data", (chunk: Buffer) => this.#note(chunk.toString()));
    child.process.on("exit", (code, signal) => {
      if (this.#isClosing) return;
      if (!this.#isKilled && hasServed)
        this.crashes.push(
          `${this.name} ended by itself (${signal ?? `code ${code}`}): ${this.output.slice(-1500)}`,
        );
      void sleep(this.#isKilled ? 0 : restart_ms).then(() => !this.#isClosing && this.#run());
    });
  }

  #note(text: string): void {
    this.output = (this.output + text).slice(-output_length_max);
  }
}

/** Starts the shop's processes. They are added to the list one by one, so that all can be closed if one does not start. */
export async function startApps(apps: App[], settings: LabSettings): Promise<void> {
  for (let number = 1; number <= apps_count; number += 1)
    apps.push(await App.start(`app ${number}`, settings));
  await untilAllReady(apps);
}

/** Whether the process says that it is ready, as a balancer asks it. */
export function isReady({ url }: { url: string }): Promise<boolean> {
  return fetch(`${url}/readyz`, { signal: AbortSignal.timeout(probe_ms_max) }).then(
    async (response) => {
      await response.arrayBuffer();
      return response.ok;
    },
    () => false,
  );
}

/** Returns when the process reported that it is ready, on the clock of performance.now; undefined if not in time. */
export async function untilReady(app: App, ms_max: number): Promise<number | undefined> {
  return (await waitFor(() => isReady(app), { ms_max })) && performance.now();
}

/** @throws if one of them is not ready in time */
export async function untilAllReady(apps: readonly App[]): Promise<void> {
  for (const app of apps)
    if ((await untilReady(app, ready_ms_max)) === undefined)
      throw new Error(`${app.name} is not ready after ${ready_ms_max} ms: ${app.output}`);
}
