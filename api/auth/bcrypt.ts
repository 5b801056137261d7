/**
 * Verifies bcrypt hashes that users brought from another shop. In a thread of its own: bcryptjs is plain JavaScript, and a
 * password takes a tenth of a second and more, in which nobody else would be served. The thread starts with the first hash.
 */
import { Worker } from "node:worker_threads";

export interface BcryptTask {
  id: number;
  password: string;
  hashed: string;
}

export interface BcryptAnswer {
  id: number;
  /** Undefined if the hash could not be read. */
  matches: boolean | undefined;
}

let worker: Worker | undefined;
let tasks = 0;
const open = new Map<number, { resolve: (matches: boolean) => void; reject: (error: Error) => void }>();

/** @throws Error if the hash is no bcrypt hash, or the thread has ended */
export function isBcryptPassword(password: string, hashed: string): Promise<boolean> {
  worker ??= startWorker();
  tasks += 1;
  const task: BcryptTask = { id: tasks, password, hashed };
  return new Promise((resolve, reject) => {
    open.set(task.id, { resolve, reject });
    worker?.postMessage(task);
  });
}

function startWorker(): Worker {
  const started = new Worker(new URL("bcrypt-worker.ts", import.meta.url));
  // An idle thread must not keep a process from ending.
  started.unref();
  started.on("message", ({ id, matches }: BcryptAnswer) => {
    const task = open.get(id);
    open.delete(id);
    if (matches === undefined) task?.reject(new Error("a password hash of the old shop can't be read"));
    else task?.resolve(matches);
  });
  started.on("error", (error) => forget(error));
  return started;
}

/** The next password starts another thread. */
function forget(error: unknown): void {
  worker = undefined;
  for (const { reject } of open.values())
    reject(new Error("the thread that verifies passwords has ended", { cause: error }));
  open.clear();
}
