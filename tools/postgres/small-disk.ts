/** A small disk for a data folder, which can become full. Only root on Linux can mount one. */
import { readFile, statfs } from "node:fs/promises";
import { runProgram } from "./run-as.ts";

const roomy_kib = 2 ** 20;
const page_kib = 4;

/** Returns false if this user or system cannot mount a disk. */
export async function mountSmallDisk(folder: string): Promise<boolean> {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return false;
  const options = `size=${roomy_kib}k,mode=755`;
  return runProgram("mount", ["-t", "tmpfs", "-o", options, "tmpfs", folder], undefined).then(
    ({ code }) => code === 0,
    () => false,
  );
}

/** Fills the disk by making it as small as its contents, or makes it large again. */
export async function fillSmallDisk(folder: string, isFull: boolean): Promise<void> {
  // The server may write more in the meantime. The system then refuses the size, so the next attempt is one page larger.
  for (let size_kib = isFull ? await usedOf_kib(folder) : roomy_kib; ; size_kib += page_kib) {
    const options = ["-o", `remount,size=${size_kib}k`, folder];
    const { code, output } = await runProgram("mount", options, undefined);
    if (code === 0) return;
    if (size_kib > roomy_kib) throw new Error(`the disk cannot be resized: ${output}`);
  }
}

/** Does nothing if no disk is mounted. */
export async function unmountSmallDisk(folder: string): Promise<void> {
  const mounts = await readFile("/proc/mounts", "utf8").catch(() => "");
  if (!mounts.includes(` ${folder} `)) return;
  // Lazily: a process that has just ended may still be using it.
  await runProgram("umount", ["-l", folder], undefined);
}

async function usedOf_kib(folder: string): Promise<number> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return ((blocks - bavail) * bsize) / 1024;
}
