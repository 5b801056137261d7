import { createReadStream } from "node:fs";
import {
  checkStatement,
  type GivenHead,
  HeadUnfit,
  type StatementReport,
  StatementRefused,
} from "#ledger/verify/audit/check-statement.ts";
import { formatCedis } from "#contract/terms/money.ts";
import { errorCode, StartError } from "../postgres/start-error.ts";
import { LineTooLong, linesOf } from "./lines.ts";

/** Exit codes. `partly`: only a part of the file is proven, or nothing because no head was given. */
export const checkExit = { proven: 0, broken: 1, partly: 3 };

/** The line of a movement has about 3 kB. */
const line_bytes_max = 256 * 1024;

/** Prints what a statement's file proves and what it does not. Returns the exit code. */
export async function runCheck([file, ...head]: string[]): Promise<number> {
  const given = givenHead(head.join(" ").trim());
  if (file === undefined || given === undefined) {
    throw new StartError(
      "usage: npm run ledger -- check FILE [LINE]   LINE: a line of HEAD_FILE, or its last word, the root: 64 hex digits",
    );
  }
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

/** Returns null if the text is empty, undefined if it is not a head. */
function givenHead(text: string): GivenHead | null | undefined {
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
