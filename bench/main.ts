// npm run bench -- admin   the admin's pages and files on a long history, and verify beside purchases
// npm run bench -- bulk   orders a second in bulk calls beside single purchases
// npm run bench -- ledger   purchases a second beside plain transactions, a long log's speed, verify and rebuild
// npm run bench -- http   purchases a second over HTTP, lists of a million orders, memory of a whole list
// npm run bench -- live   how soon a purchase is on its buyer's screen, and what open screens cost the purchases
// npm run bench -- messages   what SMS cost the purchases, how many a second, and how soon
// npm run bench -- verify [--events N] [--beside FOLDER]   verify and rebuild of long logs, with their memory
// npm run bench -- web   what the page weighs, and how Lighthouse judges it
// Plain scripts; what they print is kept in bench/results/, with the machine it was measured on.
import { mkdir, writeFile } from "node:fs/promises";
import { availableParallelism, cpus, totalmem } from "node:os";
import { join } from "node:path";
import { benchAdmin } from "./admin.ts";
import { benchBulk } from "./bulk.ts";
import { benchHttp } from "./http.ts";
import { benchLedger } from "./ledger.ts";
import { benchLive } from "./live.ts";
import { benchMessages } from "./messages.ts";
import { benchVerify } from "./verify.ts";
import { benchWeb } from "./web.ts";

/** What it prints is its result; `args` is what follows its name. */
type Bench = (print: (line: string) => void, args: string[]) => Promise<void>;

const benches: Record<string, Bench> = {
  admin: benchAdmin,
  bulk: benchBulk,
  http: benchHttp,
  ledger: benchLedger,
  live: benchLive,
  messages: benchMessages,
  verify: benchVerify,
  web: benchWeb,
};

const [name = "", ...args] = process.argv.slice(2);
const bench = benches[name];
if (!bench || (bench.length < 2 && args.length > 0)) {
  console.error(`usage: npm run bench -- ${Object.keys(benches).join(" | ")}`);
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
await bench(print, args);
const folder = join(import.meta.dirname, "results");
await mkdir(folder, { recursive: true });
await writeFile(join(folder, `${name}.txt`), `${lines.join("\n")}\n`);
