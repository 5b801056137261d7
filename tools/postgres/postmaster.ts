import { execFileSync } from "node:child_process";
import { readFile, realpath, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** The contents of postmaster.pid, of a server that really runs on this cluster. */
export type Postmaster = { pid: number; port: number; status: string };

/** The server that runs on the cluster, if any. Removes a postmaster.pid whose process is dead or another program (pids are
 *  reused, and zombies keep theirs), because PostgreSQL itself would refuse to start if the pid is in use. */
async function findPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const file = join(cluster, "postmaster.pid");
  const text = await readFile(file, "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  const lines = text.split("\n");
  const pid = Number(lines[0]);
  if (Number.isInteger(pid) && pid > 1 && (await commandOf(pid)).includes(await realpath(cluster))) {
    return { pid, port: Number(lines[3]), status: lines[7]?.trim() ?? "" };
  }
  await rm(file, { force: true });
  return undefined;
}

/** Waits until a starting server is ready (or is a standby that accepts reads), or until a stopping server is gone. */
export async function settledPostmaster(
  cluster: string,
  timeout_ms: number,
): Promise<Postmaster | undefined> {
  const deadline = Date.now() + timeout_ms;
  for (;;) {
    const found = await findPostmaster(cluster);
    if (found === undefined || found.status === "ready" || found.status === "standby") return found;
    if (Date.now() > deadline) throw new Error(`the server of ${cluster} stays "${found.status}"`);
    await sleep(20);
  }
}

/** Ends the server immediately, without a checkpoint: for data that is no longer needed. */
export async function quitPostmaster(cluster: string): Promise<void> {
  const found = await findPostmaster(cluster).catch(() => undefined);
  if (found === undefined) return;
  process.kill(found.pid, "SIGQUIT");
  for (let waited_ms = 0; waited_ms < 5000; waited_ms += 20) {
    await sleep(20);
    if ((await findPostmaster(cluster)) === undefined) return;
  }
}

async function commandOf(pid: number): Promise<string> {
  if (process.platform === "linux") {
    return (await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")).replaceAll("\0", " ");
  }
  if (process.platform === "win32") return "";
  try {
    return execFileSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8", stdio: "pipe" });
  } catch {
    return "";
  }
}
