import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { parse } from "node:path";

/** PostgreSQL refuses to run as root, so as root it runs as another user. */
export type RunAs = { uid: number; gid: number } | undefined;

/** `owner` is the owner of an existing data folder, who must run the server on it again. */
export function whoRunsPostgres(owner?: { uid: number; gid: number }): RunAs {
  if (process.getuid?.() !== 0) return undefined;
  if (owner !== undefined && owner.uid !== 0) return owner;
  return lookUpUser("postgres") ?? lookUpUser("nobody") ?? { uid: 65534, gid: 65534 };
}

export type Finished = { code: number | null; output: string };

/** Runs one of PostgreSQL's programs until it ends. Rejects only if it could not be started. */
export async function runProgram(file: string, args: string[], runAs: RunAs): Promise<Finished> {
  const child = spawn(file, args, {
    ...runAs,
    // The other user may not be able to enter the working folder, but can always enter the root.
    cwd: parse(file).root,
    stdio: ["ignore", "pipe", "pipe"],
    // English messages, because explainFailure parses them, and none of the caller's PG… variables.
    env: { PATH: process.env["PATH"], LC_ALL: "C", TZ: "UTC", SystemRoot: process.env["SystemRoot"] },
    windowsHide: true,
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  // 'exit', not 'close', because the server that pg_ctl starts may keep the pipes open.
  const [code] = (await once(child, "exit")) as [number | null];
  child.stdout.destroy();
  child.stderr.destroy();
  return { code, output };
}

function lookUpUser(name: string): RunAs {
  try {
    const id = (flag: string) =>
      Number(execFileSync("id", [flag, name], { encoding: "utf8", stdio: "pipe" }));
    return { uid: id("-u"), gid: id("-g") };
  } catch {
    return undefined;
  }
}
