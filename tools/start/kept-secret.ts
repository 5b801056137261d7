import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { dataFolderName, errorCode, explainFailure } from "../postgres/start-error.ts";

/** A secret that is generated once and kept in a file of the data folder, which only its owner can read. */
export async function keptSecret(dataDir: string, name: string): Promise<string> {
  const file = join(dataDir, name);
  try {
    await writeFile(file, randomBytes(48).toString("base64url"), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw explainFailure(error, dataFolderName(dataDir));
  }
  return (await readFile(file, "utf8")).trim();
}
