/**
 * The server of the live benchmark, in its own process. On request it reports each commit and its memory to its parent.
 */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { startServer } from "../../api/server.ts";

const [databaseUrl = "", sessionSecret = ""] = process.argv.slice(2);

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;
let isReporting = false;

const server = await startServer({
  databaseUrl,
  sessionSecret,
  host: "127.0.0.1",
  port: 0,
  shopName: "Cedibook",
  publicUrl: "http://localhost",
  logLevel: "error",
  onCommit: ({ position }) => {
    if (isReporting) process.send?.({ position, at_ms: performance.timeOrigin + performance.now() });
  },
});
process.send?.({ url: server.url });
process.on("message", (message) => {
  if (message === "commits") isReporting = true;
  else if (message === "no commits") isReporting = false;
  else if (message === "memory") {
    collectGarbage();
    process.send?.({ rss_bytes: process.memoryUsage.rss() });
  } else void server.close().then(() => process.exit(0));
});
// No server stays behind when the benchmark fails.
process.on("disconnect", () => process.exit());
