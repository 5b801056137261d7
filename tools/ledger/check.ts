import { createReadStream } from "node:fs";
import {
  checkStatement,
  type StatementReport,
  StatementRefused,
} from "#ledger/store/audit/check-statement.ts";
import { formatCedis } from "#ledger/terms/money.ts";
import { errorCode, StartError } from "../postgres/start-error.ts";
import { linesOf } from "./lines.ts";

/** Says what a statement's file proves, and what not; false where it does not hold. */
export async function runCheck([file, root, ...rest]: string[]): Promise<boolean> {
  if (file === undefined || rest.length > 0)
    throw new StartError("usage: npm run ledger -- check FILE [ROOT]");
  if (root !== undefined && !/^[0-9a-f]{64}$/.test(root))
    throw new StartError("The root is 64 hex digits: the last word of a day's line in HEAD_FILE.");
  try {
    const report = await checkStatement(linesOf(createReadStream(file)), root);
    for (const line of verdict(report)) console.log(line);
    return true;
  } catch (error) {
    if (error instanceof StatementRefused) {
      console.log(`BROKEN: ${error.message}`);
      return false;
    }
    throw new StartError(`The file can't be read: ${errorCode(error)}.`, { cause: error });
  }
}

function verdict({ user, movements, balance, head, proven }: StatementReport): string[] {
  const lines = [
    `Wallet ${user}: ${movements} movements, balance ${formatCedis(balance)} at position ${head.position}.`,
    `Each movement is whole, is in the tree whose root is ${head.root}, none between the first and the last is missing, and each balance follows from the one before.`,
  ];
  if (!proven)
    return [
      ...lines,
      "Without a root from elsewhere this only shows that the file agrees with itself: give the root of a day's line.",
    ];
  const later = movements - proven.movements;
  return [
    ...lines,
    `Proven by the root that was given: the ${proven.movements} movements up to position ${proven.position} were in the log when it was sent out.`,
    ...(later > 0 ? [`The ${later} after it are proven by a later day's root.`] : []),
    "Not proven: that no movement came after the last one here, and anything about other wallets.",
  ];
}
