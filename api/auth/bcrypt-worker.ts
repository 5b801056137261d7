/** Runs in the thread that bcrypt.ts starts. */
import { parentPort } from "node:worker_threads";
import { compareSync } from "bcryptjs";
import type { BcryptAnswer, BcryptTask } from "./bcrypt.ts";

parentPort?.on("message", ({ id, password, hashed }: BcryptTask) => {
  parentPort?.postMessage({ id, matches: matchesOf(password, hashed) } satisfies BcryptAnswer);
});

function matchesOf(password: string, hashed: string): boolean | undefined {
  try {
    return compareSync(password, hashed);
  } catch {
    return undefined;
  }
}
