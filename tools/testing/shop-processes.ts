/** Processes of the shop for tests that kill them. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

export interface ShopProcess {
  child: ChildProcess;
  base: string;
}

const running = new Set<ChildProcess>();

/** @param script starts a server and prints its address */
export async function startShopProcess(script: URL, args: string[]): Promise<ShopProcess> {
  const child = spawn(process.execPath, [fileURLToPath(script), ...args], {
    env: { PATH: process.env["PATH"] },
    stdio: ["ignore", "pipe", "inherit"],
  });
  running.add(child);
  child.once("exit", () => running.delete(child));
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  return { child, base: line.toString().trim() };
}

/** For the end of a test file: one that failed has not killed its processes, and as long as one of them can write to
 *  vitest's output, vitest does not end. */
export function killShopProcesses(): void {
  for (const child of running) child.kill("SIGKILL");
}
