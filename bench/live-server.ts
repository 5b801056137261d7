/**
 * The server of the live benchmark, in a process of its own: tells its parent of each commit, if it listens for them,
 * and its memory when asked.
 */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { startServer } from "#api/server.ts";

const [databaseUrl = "", sessionSecret = ""] = process.argv.slice(2);

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;
let isTelling = false;

const server = await startServer({
  databaseUrl,
  sessionSecret,
  host: "127.0.0.1",
  port: 0,
  shopName: "Cedibook",
  publicUrl: "http://localhost",
  logLevel: "error",
  onCommit: ({ position }) => {
    if (isTelling) process.send?.({ position, at_ms: performance.timeOrigin + performance.now() });
  },
});
process.send?.({ url: server.url });
process.on("message", (message) => {
  if (message === "commits") isTelling = true;
  else if (message === "no commits") isTelling = false;
  else if (message === "memory") {
    collectGarbage();
    process.send?.({ rss_bytes: process.memoryUsage.rss() });
  } else void server.close().then(() => process.exit(0));
});
// A benchmark that failed leaves nobody behind.
process.on("disconnect", () => process.exit());
