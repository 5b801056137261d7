/** The addresses of the server's logins as files, for servers that take them as DATABASE_URL_FILE and AUDITOR_DATABASE_URL_FILE. */
import { access, mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { explainFailure } from "../postgres/start-error.ts";
import type { Logins } from "./logins.ts";

const names = { api: "database-url", auditor: "auditor-database-url" };

/** Writes both files, readable by this user alone. @throws StartError if the folder can't be written */
export async function writeLoginFiles(folder: string, addresses: Logins): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await put(join(folder, names.api), addresses.api);
    await put(join(folder, names.auditor), addresses.auditor);
  } catch (error) {
    throw explainFailure(error, `the folder ${folder}, which gets the addresses of the logins`);
  }
}

export async function haveLoginFiles(folder: string): Promise<boolean> {
  const found = Object.values(names).map((name) => access(join(folder, name)));
  return (await Promise.allSettled(found)).every(({ status }) => status === "fulfilled");
}

/** A server that starts meanwhile reads the old address or the new one, never half of it. */
async function put(file: string, address: string): Promise<void> {
  const unfinished = `${file}.new`;
  await rm(unfinished, { force: true });
  await writeFile(unfinished, `${address}\n`, { mode: 0o600, flag: "wx", flush: true });
  await rename(unfinished, file);
}
