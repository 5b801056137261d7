/** Everything that the shop's owner owns, as files. The lists are of one moment; the log goes on at least that far. */
import { createHash } from "node:crypto";
import { type FileHandle, mkdir, open } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import { csvLine, csvStart } from "#contract/csv.ts";
import { readHead } from "#ledger/products/catalogue.ts";
import { type Database, inSnapshot } from "#ledger/tables/open-reads.ts";
import { exportLog } from "#ledger/verify/export.ts";
import { plainCedis } from "#contract/terms/money.ts";
import { errorCode, StartError } from "../postgres/start-error.ts";
import { type List, listsOf } from "./lists.ts";

interface Source {
  /** For the lists. */
  db: Database;
  /** For the log. */
  client: pg.ClientBase;
}

interface Written {
  file: string;
  rows: number;
  /** Of the rows' amounts, in pesewas; undefined if they have none. */
  sum: number | undefined;
  sha256: string;
}

/** How many rows are in memory at a time. */
const portion_rows = 1000;

/**
 * Writes into a new folder, whose files only their owner can read.
 * @throws StartError if the folder exists, if the sums do not agree or if the log is broken
 */
export async function moveOut(
  { db, client }: Source,
  { folder, withHashes, log }: { folder: string; withHashes: boolean; log: (line: string) => void },
): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
    throw new StartError(`The folder ${folder} can't be made: ${errorCode(error)}. It must not exist yet.`);
  });
  const { position, written, houses } = await inSnapshot(db, async (tx) => {
    const files: Written[] = [];
    for (const list of listsOf(tx, { withHashes })) {
      files.push(await writeList(folder, list));
      log(`Wrote ${list.file}.`);
    }
    const houses = await tx
      .selectFrom("ledger.house_account")
      .select(["name", "balance"])
      .orderBy("name")
      .execute();
    return { position: await readHead(tx), written: files, houses };
  });
  requireSameSums(written);
  const wholeLog = await writeLog(folder, client);
  await writeSums(folder, { position, houses, files: [...written, wholeLog] });
  log(`Everything is in ${folder}. sums.csv says what each file must add up to.`);
}

async function writeList<Row>(folder: string, list: List<Row>): Promise<Written> {
  const output = await newFile(folder, list.file);
  try {
    await output.write(csvStart + csvLine(list.columns.map(([heading]) => heading)));
    let rows = 0;
    let sum = 0;
    for (let cursor: Row | undefined, isLast = false; !isLast;) {
      const portion = await list.read(portion_rows, cursor);
      await output.write(portion.map((row) => csvLine(list.columns.map(([, cell]) => cell(row)))).join(""));
      rows += portion.length;
      for (const row of portion) sum += list.amountOf?.(row) ?? 0;
      cursor = portion.at(-1);
      isLast = list.isWhole === true || portion.length < portion_rows;
    }
    return { file: list.file, rows, sum: list.amountOf && sum, sha256: await output.end() };
  } finally {
    await output.close();
  }
}

async function writeLog(folder: string, client: pg.ClientBase): Promise<Written> {
  const output = await newFile(folder, "log.ndjson");
  try {
    const { finding, head } = await exportLog(client, (lines) => output.write(lines));
    if (finding) throw new StartError(`The log is broken at ${finding.where}: see npm run ledger -- verify`);
    return { file: "log.ndjson", rows: head.position, sum: undefined, sha256: await output.end() };
  } finally {
    await output.close();
  }
}

/** What wallets hold is what moved into them. */
function requireSameSums(written: Written[]): void {
  const sumOf = (file: string) => written.find((one) => one.file === file)?.sum;
  const [users, movements] = [sumOf("users.csv"), sumOf("audit.csv")];
  if (users !== movements)
    throw new StartError(
      "The balances are not what moved: see npm run ledger -- verify. Do not use these files.",
    );
}

interface Sums {
  /** Up to where the lists are. */
  position: number;
  houses: { name: string; balance: number }[];
  files: Written[];
}

async function writeSums(folder: string, { position, houses, files }: Sums): Promise<void> {
  const output = await newFile(folder, "sums.csv");
  const lines = [
    ["What", "Rows", "Sum (GHS)", "SHA-256"],
    ...files.map(({ file, rows, sum, sha256 }) => [
      file,
      rows,
      sum === undefined ? null : plainCedis(sum),
      sha256,
    ]),
    // With the balances of all users, they are zero.
    ...houses.map(({ name, balance }) => [`house account ${name}`, null, plainCedis(balance), null]),
    ["last position of the lists", position, null, null],
  ];
  await output.write(csvStart + lines.map(csvLine).join(""));
  await output.close();
}

/** A new file that only its owner can read, and the SHA-256 of what is written into it. */
async function newFile(folder: string, name: string) {
  const handle: FileHandle = await open(join(folder, name), "wx", 0o600);
  const hash = createHash("sha256");
  return {
    write: async (text: string): Promise<void> => {
      hash.update(text);
      await handle.appendFile(text);
    },
    end: async (): Promise<string> => {
      await handle.sync();
      return hash.digest("hex");
    },
    close: () => handle.close(),
  };
}
