// npm run bench -- NAME [ARGUMENTS]; without a name it lists the benchmarks.
// The output is kept in lab/bench/results/, with the machine on which it was measured.
import { mkdir, writeFile } from "node:fs/promises";
import { availableParallelism, cpus, totalmem } from "node:os";
import { join } from "node:path";
import { killChildren } from "./child.ts";
import { benchAdmin } from "./bench/admin.ts";
import { type BenchRun, startBenchPostgres } from "./bench/bench-postgres.ts";
import { benchBulk, benchFlood } from "./bench/bulk.ts";
import { benchHttp } from "./bench/http.ts";
import { benchLedger } from "./bench/ledger.ts";
import { benchLive } from "./bench/live.ts";
import { benchBackup, benchVerify } from "./bench/long-logs.ts";
import { benchMessages } from "./bench/messages.ts";
import { benchPayments } from "./bench/payments.ts";
import { benchSuppliers } from "./bench/suppliers.ts";
import { benchWeb } from "./bench/web.ts";

const benches: Record<string, [about: string, bench: (run: BenchRun) => Promise<void>]> = {
  admin: ["the admin's pages and files with a long history, and purchases during a verification", benchAdmin],
  backup: ["[--orders N]  a full backup, a tail and a restore, and their memory", benchBackup],
  bulk: ["orders per second in bulk calls, compared with single purchases", benchBulk],
  flood: ["purchases beside a flood of logins", benchFlood],
  http: ["purchases per second over HTTP, lists of a million orders, memory of a whole list", benchHttp],
  ledger: ["purchases per second compared with plain transactions, speed on a long log", benchLedger],
  live: [
    "[--sockets N] [--rate N]  how soon a purchase is on its buyer's screen, and what open screens cost purchases",
    benchLive,
  ],
  messages: ["how much SMS slow down purchases, and how many go out and how soon", benchMessages],
  payments: ["how soon a payment is on its payer's screen, and what payments cost purchases", benchPayments],
  suppliers: [
    "how soon an order is at its supplier, what that costs purchases, and a backlog",
    benchSuppliers,
  ],
  verify: ["[--events N]  verify and rebuild of long logs, and their memory", benchVerify],
  web: ["the size of the page and its Lighthouse scores", benchWeb],
};

const [name = "", ...args] = process.argv.slice(2);
const [about, bench] = benches[name] ?? ["", undefined];
if (!bench || (args.length > 0 && !about.startsWith("["))) {
  console.error("usage: npm run bench -- NAME");
  for (const [one, [what]] of Object.entries(benches)) console.error(`  ${one.padEnd(9)} ${what}`);
  process.exit(1);
}

const lines: string[] = [];
const print = (line: string) => {
  lines.push(line);
  console.log(line);
};
const memory_gib = Math.round(totalmem() / 2 ** 30);
print(`bench ${name}, ${new Date().toISOString().slice(0, 10)}, Node ${process.version}`);
print(`${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? "unknown"}), ${memory_gib} GiB`);
print("");
const postgres = await startBenchPostgres();
const end = () => killChildren().then(() => postgres.stop());
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.on(signal, () => void end().then(() => process.exit(130)));
await bench({ postgres, print, args }).finally(end);
const folder = join(import.meta.dirname, "bench/results");
await mkdir(folder, { recursive: true });
await writeFile(join(folder, `${name}.txt`), `${lines.join("\n")}\n`);
// Connections of this process may still be open.
process.exit();
