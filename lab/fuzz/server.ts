/** The server under test, in its own process. On request it reports its memory after a garbage collection. */
import { type ServerOptions, startServer } from "../../api/server.ts";

const server = await startServer(JSON.parse(process.argv[2] ?? "") as ServerOptions);
process.send?.({ url: server.url, routes: server.routes });
process.on("message", (request) => {
  if (request === "close") void server.close().then(() => process.exit(0));
  else {
    // A normal collection keeps empty pages for later. This one returns them to the system, so the rest is in use.
    globalThis.gc?.({ type: "major", execution: "sync", flavor: "last-resort" });
    const { heapUsed, rss } = process.memoryUsage();
    process.send?.({ heap_bytes: heapUsed, rss_bytes: rss });
  }
});
