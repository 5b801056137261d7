// npm run move-in -- FILE…         a dry run: what the files of another shop would add, and which lines are refused
// npm run move-in -- --run FILE…   adds it
// --columns phone=Mobile,balance=Wallet   headings that are not known; --without-refused   adds the other lines all the same
// With DATABASE_URL, it takes the owner's login or the API's. Otherwise it works on the data folder, also while a shop runs.
import { readFile, stat } from "node:fs/promises";
import { basename } from "node:path";
import { parseArgs } from "node:util";
import { type Column, productColumns, userColumns } from "#contract/move-in.ts";
import { type ComparedPlan, comparePlan } from "#api/move-in/compare.ts";
import {
  type ChosenColumns,
  type MoveInFile,
  type Plan,
  planMoveIn,
  UnreadableFile,
} from "#api/move-in/plan.ts";
import { runMoveIn } from "#api/move-in/run.ts";
import { officeLimits } from "#contract/terms/office-limits.ts";
import { formatCedis } from "#contract/terms/money.ts";
import { type AdminShop, withShop } from "./admin/make-admin.ts";
import { asApiRole } from "./database-url.ts";
import { workBeside } from "./database.ts";
import { readEnvironment } from "./environment.ts";
import { bringUpToDate } from "./migrate/migrate.ts";
import { errorCode, StartError } from "./postgres/start-error.ts";
import { runMain } from "./run-main.ts";

const usage = `usage: npm run move-in -- [--run] [--without-refused] [--columns COLUMN=HEADING,…] FILE…
Columns of users: ${userColumns.join(", ")}
Columns of products: ${productColumns.join(", ")}`;

/** More refused lines than anybody corrects by hand. */
const printed_max = 1000;
const told_every = 10_000;

await runMain(async () => {
  const { files, chosen, isReal, withoutRefused } = readArguments();
  const read = await Promise.all(files.map(readCsv));
  const environment = readEnvironment(process.env, "database command");
  await workBeside(environment, async (url) => {
    await bringUpToDate(url);
    await withShop(asApiRole(url), async (shop) => {
      const plan = await comparePlan(shop.db, await planOf(read, chosen));
      printPlan(plan);
      if (!isReal) return console.log("This was a dry run: nothing was written. To add it: --run");
      if (plan.refused.length > 0 && !withoutRefused)
        throw new StartError(
          "Nothing was written. Correct the refused lines, or leave them out: --without-refused",
        );
      await run(shop, plan);
    });
  });
});

async function planOf(files: MoveInFile[], chosen: ChosenColumns): Promise<Plan> {
  return planMoveIn(files, chosen).catch((error: unknown) => {
    throw error instanceof UnreadableFile ? new StartError(error.message) : error;
  });
}

function readArguments() {
  const { values, positionals: files } = parse();
  if (files.length === 0) throw new StartError(usage);
  const pairs = (values.columns ?? "").split(",").filter(Boolean);
  const chosen: ChosenColumns = {};
  for (const pair of pairs) {
    const [column = "", heading = ""] = pair.split("=", 2);
    if (!isColumn(column) || heading === "") throw new StartError(usage);
    chosen[column] = heading;
  }
  return { files, chosen, isReal: values.run ?? false, withoutRefused: values["without-refused"] ?? false };
}

function parse() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        run: { type: "boolean" },
        "without-refused": { type: "boolean" },
        columns: { type: "string" },
      },
    });
  } catch {
    throw new StartError(usage);
  }
}

function isColumn(name: string): name is Column {
  return [...userColumns, ...productColumns].some((column) => column === name);
}

async function readCsv(path: string): Promise<MoveInFile> {
  try {
    const { size } = await stat(path);
    if (size > officeLimits.move_in_bytes_max)
      throw new StartError(`${path} is too large: cut it into parts.`);
    return {
      name: basename(path),
      text: new TextDecoder("utf-8", { fatal: true }).decode(await readFile(path)),
    };
  } catch (error) {
    if (error instanceof StartError) throw error;
    if (error instanceof TypeError) throw new StartError(`${path} is not UTF-8: save it as “CSV UTF-8”.`);
    throw new StartError(`${path} can't be opened: ${errorCode(error)}.`, { cause: error });
  }
}

function printPlan({ users, products, amount, already, refused }: ComparedPlan): void {
  for (const { file, line, column, reason } of refused.slice(0, printed_max))
    console.log(`Refused: ${file}, line ${line}${column === undefined ? "" : `, ${column}`}: ${reason}`);
  if (refused.length > printed_max) console.log(`… and ${refused.length - printed_max} more`);
  console.log(`New: ${users.length} users with ${formatCedis(amount)}, ${products.length} products.`);
  const before = `${already.users} users with ${formatCedis(already.amount)}, ${already.products} products`;
  console.log(`Moved in before: ${before}.`);
  console.log(`Refused: ${refused.length} lines.`);
}

async function run({ writer }: AdminShop, plan: ComparedPlan): Promise<void> {
  let told = 0;
  const { users, products, amount, refused } = await runMoveIn(writer, plan, ({ users: done }) => {
    if (done - told < told_every) return;
    told = done;
    console.log(`${done} of ${plan.users.length} users`);
  });
  for (const { file, line, reason } of refused) console.log(`Refused: ${file}, line ${line}: ${reason}`);
  console.log(`Added ${users} users with ${formatCedis(amount)}, ${products} products.`);
}
