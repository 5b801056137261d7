import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Environment } from "../environment.ts";
import { dataFolderName, errorCode, explainFailure } from "../postgres/start-error.ts";

/** The configured secret, else one that is generated once and kept in the data folder, so that sessions survive a restart. */
export async function readSessionSecret({
  sessionSecret,
  dataDir,
}: Pick<Environment, "sessionSecret" | "dataDir">): Promise<string> {
  if (sessionSecret !== undefined) return sessionSecret;
  const file = join(dataDir, "session-secret");
  try {
    await writeFile(file, randomBytes(48).toString("base64url"), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw explainFailure(error, dataFolderName(dataDir));
  }
  return (await readFile(file, "utf8")).trim();
}
