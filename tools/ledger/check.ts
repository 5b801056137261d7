import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { checkReceipt, findReceipt, verdictText } from "#contract/check-receipt.ts";
import { receiptLines } from "#contract/receipts.ts";
import {
  checkStatement,
  HeadUnfit,
  type StatementReport,
  StatementRefused,
} from "#ledger/verify/audit/check-statement.ts";
import type { PublishedHead } from "#contract/terms/merkle.ts";
import { formatCedis } from "#contract/terms/money.ts";
import { errorCode, StartError } from "../postgres/start-error.ts";
import { LineTooLong, linesOf } from "./lines.ts";

/** Exit codes. `partly`: only a part of the file is proven, or nothing because no head was given. */
export const checkExit = { proven: 0, broken: 1, partly: 3 };

/** The line of a movement has about 3 kB. */
const line_bytes_max = 256 * 1024;

/** Prints what a statement's or a receipt's file proves and what it does not. Returns the exit code. */
export async function runCheck([file, ...rest]: string[]): Promise<number> {
  const words = rest.join(" ").trim().split(/\s+/);
  const [key] = words.filter((word) => /^[\w-]{43}$/.test(word));
  const given = givenHead(words.filter((word) => word !== key).join(" "));
  if (file === undefined || given === undefined) {
    throw new StartError(
      "usage: npm run ledger -- check FILE [KEY] [LINE]   KEY: the shop's public key, for a receipt: 43 characters   LINE: a line of HEAD_FILE, or its last word, the root: 64 hex digits",
    );
  }
  const receipt = await receiptIn(file);
  if (receipt !== undefined) return checkReceiptFile(receipt, key, given ?? undefined);
  try {
    const report = await checkStatement(linesOf(createReadStream(file), line_bytes_max), given ?? undefined);
    for (const line of verdict(report, given?.position)) console.log(line);
    return report.proven?.movements === report.movements ? checkExit.proven : checkExit.partly;
  } catch (error) {
    if (error instanceof HeadUnfit) throw new StartError(`It could not be checked: ${error.message}.`);
    if (!(error instanceof StatementRefused) && !(error instanceof LineTooLong))
      throw new StartError(`The file can't be read: ${errorCode(error)}.`, { cause: error });
    console.log(`BROKEN: ${error.message}.`);
    return checkExit.broken;
  }
}

const receipt_bytes_max = 64 * 1024;

/** The text of a file that is a receipt and no statement. */
async function receiptIn(file: string): Promise<string | undefined> {
  const { size } = await stat(file).catch(() => ({ size: 0 }));
  if (size === 0 || size > receipt_bytes_max) return undefined;
  const text = await readFile(file, "utf8").catch(() => "");
  return findReceipt(text) && text;
}

async function checkReceiptFile(
  text: string,
  key: string | undefined,
  head: PublishedHead | undefined,
): Promise<number> {
  const keys = key === undefined ? undefined : [{ key, from: "1970-01-01T00:00:00Z", until: null }];
  const verdict = await checkReceipt(text, { keys, head }, crypto.subtle);
  const { isGood, title, text: more } = verdictText(verdict);
  if ("facts" in verdict)
    for (const [name, value] of receiptLines(verdict.facts)) console.log(`${name}: ${value}`);
  console.log(`${isGood || verdict.state === "key unknown" ? "" : "BROKEN: "}${title}. ${more}`);
  if (verdict.state === "key unknown") {
    console.log(
      `NOT PROVEN: it names the key ${verdict.facts.key}. Compare it with the shop's keys at the shop's address, /api/receipt/keys, and give it as well.`,
    );
    return checkExit.partly;
  }
  if (verdict.state !== "genuine") return checkExit.broken;
  if (head !== undefined && verdict.facts.proof !== undefined) return checkExit.proven;
  const needed = verdict.facts.proof
    ? `give the line of HEAD_FILE of ${verdict.facts.proof.day}`
    : "save the receipt's file again when a later head is published, because this one has no proof";
  console.log(`NOT PROVEN: that its event is in the log. For that, ${needed}.`);
  return checkExit.partly;
}

/** Returns null if the text is empty, undefined if it is not a head. */
function givenHead(text: string): PublishedHead | null | undefined {
  if (text === "") return null;
  const found =
    /^(?:\d{4}-\d\d-\d\d (?<position>[1-9]\d{0,15}) (?<hash>[0-9a-f]{64}) )?(?<root>[0-9a-f]{64})$/.exec(
      text,
    );
  if (!found) return undefined;
  const { position, hash, root = "" } = found.groups ?? {};
  return { root, ...(position !== undefined && hash !== undefined && { position: Number(position), hash }) };
}

function verdict({ user, movements, balance, head, proven }: StatementReport, position?: number): string[] {
  const sum = (of: { movements: number; balance: number }) =>
    `${of.movements} ${of.movements === 1 ? "movement" : "movements"}, balance ${formatCedis(of.balance)}`;
  const lines = [`Wallet ${user}: ${sum({ movements, balance })}. The file is consistent.`];
  if (!proven)
    return [
      ...lines,
      `NOT PROVEN: without a published head, anybody could have made this file. Give a line of HEAD_FILE as well. The root in the file is ${head.root}.`,
    ];
  const later = movements - proven.movements;
  return [
    ...lines,
    `Proven by the head that was given: ${sum(proven)}. Each movement was in the log when that head was published, with this amount at this position, and no movement between the first and the last is missing.`,
    ...(later > 0
      ? [
          `NOT PROVEN: ${later} later ${later === 1 ? "movement" : "movements"}. Check again with the head of a later day.`,
        ]
      : []),
    `This proves nothing about movements after the last one in the file${position === undefined ? "" : ` (the head that was given is of position ${position})`} or about other wallets.`,
  ];
}
