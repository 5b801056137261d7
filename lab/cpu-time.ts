/** CPU time of processes, from /proc. On a shared machine it is a better measure than elapsed time. */
import { readdirSync, readFileSync } from "node:fs";

/** Linux counts in hundredths of a second. */
const tick_us = 10_000;

interface Stat {
  parent: number;
  /** CPU time of the process itself. */
  own_us: number;
  /** CPU time of its children that have ended. */
  ended_us: number;
}

/** CPU time of a process and all its children, running or ended, such as a server and its workers. */
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
