import { randomBytes } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { SealingSecrets } from "#api/serve/secrets.ts";
import { dataFolderName, errorCode, explainFailure } from "../postgres/start-error.ts";

const entry = /^(?:1|([2-9]|[1-9]\d{1,3}):([\w+/=-]{32,200}))$/;

/**
 * "2:SECRET,1": version 2 seals, and all of them open. Version 1 is the session secret, which always opens. Undefined if
 * the text is not such a list.
 */
export function parseSealingKeys(text: string): SealingSecrets | undefined {
  const found = text.split(",").map((one) => entry.exec(one.trim()));
  const versions = found.map((match) => Number(match?.[1] ?? 1));
  const [version = 1] = versions;
  if (found.includes(null) || new Set(versions).size < versions.length) return undefined;
  const secrets = found.flatMap((match) => (match?.[2] === undefined ? [] : [[match[1], match[2]]]));
  return { version, secrets: Object.fromEntries(secrets) as Record<number, string> };
}

interface Place {
  sealingKeys: SealingSecrets | undefined;
  databaseUrl: string | undefined;
  dataDir: string;
}

/** The configured keys, else those that `addSealingKey` has put into the data folder of the embedded database. */
export async function readSealingKeys(place: Place): Promise<SealingSecrets | undefined> {
  if (place.sealingKeys !== undefined || place.databaseUrl !== undefined) return place.sealingKeys;
  return parseSealingKeys(await readKept(place.dataDir));
}

/** Puts a new key into the data folder of the embedded database. From now on it seals. */
export async function addSealingKey({ dataDir }: Place): Promise<SealingSecrets | undefined> {
  const kept = await readKept(dataDir);
  const { version = 1, secrets = {} } = parseSealingKeys(kept) ?? {};
  const next = Math.max(version, ...Object.keys(secrets).map(Number)) + 1;
  const text = `${next}:${randomBytes(48).toString("base64url")},${kept}`;
  // Renamed when it is complete: without the old keys, nothing that they sealed can be read.
  const file = fileIn(dataDir);
  try {
    await writeFile(`${file}.new`, text, { mode: 0o600, flush: true });
    await rename(`${file}.new`, file);
  } catch (error) {
    throw explainFailure(error, dataFolderName(dataDir));
  }
  return parseSealingKeys(text);
}

async function readKept(dataDir: string): Promise<string> {
  return readFile(fileIn(dataDir), "utf8").catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") return "1";
    throw explainFailure(error, dataFolderName(dataDir));
  });
}

function fileIn(dataDir: string): string {
  return join(dataDir, "sealing-keys");
}

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
