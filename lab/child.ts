/** A process of the lab, which is asked by its parent: a server, a load, or a measurement with a memory of its own. */
import { type ChildProcess, fork, type ForkOptions } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { inspect } from "node:util";

interface Question {
  id: number;
  name: string;
  argument: unknown;
}

interface ChildOptions extends ForkOptions {
  /** Gets what the process sends without being asked. */
  onTold?: (told: never) => void;
}

type Message = { told: unknown } | { id: number; answer?: unknown; error?: string };

const running = new Set<Child>();

/** Before what they use ends. */
export async function killChildren(): Promise<void> {
  for (const child of running) await child.kill();
}

export class Child {
  readonly process: ChildProcess;
  readonly #open = new Map<number, PromiseWithResolvers<unknown>>();
  #asked = 0;

  constructor(script: URL, { onTold, ...options }: ChildOptions = {}) {
    // So that settings can have patterns.
    this.process = fork(script, { serialization: "advanced", ...options });
    running.add(this);
    this.process.on("error", () => {});
    this.process.on("message", (message: Message) => {
      if ("told" in message) return onTold?.(message.told as never);
      const waiting = this.#open.get(message.id);
      this.#open.delete(message.id);
      if (message.error === undefined) waiting?.resolve(message.answer);
      else waiting?.reject(new Error(message.error));
    });
    this.process.on("exit", (code, signal) => {
      running.delete(this);
      for (const { reject } of this.#open.values())
        reject(new Error(`a process of the lab ended: ${script.pathname} (${signal ?? `code ${code}`})`));
    });
  }

  /** @throws what the process throws, or that it ended before its answer */
  ask<T>(name: string, argument: unknown = null): Promise<T> {
    const waiting = Promise.withResolvers<unknown>();
    this.#asked += 1;
    this.#open.set(this.#asked, waiting);
    this.process.send({ id: this.#asked, name, argument } satisfies Question);
    return waiting.promise as Promise<T>;
  }

  /** With its own children. */
  get cpu_us(): number {
    return cpuOfTree_us(this.process.pid ?? 0);
  }

  get hasEnded(): boolean {
    return this.process.exitCode !== null || this.process.signalCode !== null;
  }

  /** Ends it at once, whatever it does. */
  async kill(): Promise<void> {
    if (this.hasEnded) return;
    const ended = once(this.process, "exit");
    this.process.kill("SIGKILL");
    await ended;
  }
}

/** In the child process: answers the parent's questions, and ends together with it. */
export function answerParent(answers: Record<string, (argument: never) => unknown>): void {
  process.on("message", async ({ id, name, argument }: Question) => {
    try {
      send({ id, answer: await answers[name]?.(argument as never) });
    } catch (error) {
      // With its causes.
      send({ id, error: inspect(error) });
    }
  });
  // A Ctrl-C in the terminal reaches every process, but the parent itself ends this one.
  process.on("SIGINT", () => {});
  // With a signal, because process.exit waits for native threads, and once never returned.
  process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
}

/** In the child process: sends what the parent did not ask for. */
export function tellParent(told: object): void {
  send({ told });
}

function send(message: object): void {
  if (process.connected) process.send?.(message);
}

/** Linux counts in hundredths of a second. */
const tick_us = 10_000;

interface Stat {
  parent: number;
  /** CPU time of the process itself. */
  own_us: number;
  /** CPU time of its children that have ended. */
  ended_us: number;
}

/** CPU time of a process and all its children, running or ended, such as a server and its workers. Steadier than elapsed time on a shared machine. */
export function cpuOfTree_us(pid: number): number {
  const root = statOf(pid);
  const children = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statOf(Number(name)))
    .filter((stat) => stat?.parent === pid);
  return [root, ...children].reduce((sum, stat) => sum + (stat?.own_us ?? 0), root?.ended_us ?? 0);
}

function statOf(pid: number): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The process's name is in brackets and may contain any character.
    const [, parent = 0, ...rest] = text
      .slice(text.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number);
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = rest.slice(9);
    return { parent, own_us: (user + system) * tick_us, ended_us: (endedUser + endedSystem) * tick_us };
  } catch {
    return undefined;
  }
}
