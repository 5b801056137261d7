/** The server under attack, in a process of its own, that tells how much memory it holds after cleaning up. */
import { type ServerOptions, startServer } from "#api/server.ts";

const server = await startServer(JSON.parse(process.argv[2] ?? "") as ServerOptions);
process.send?.({ url: server.url, routes: server.routes });
process.on("message", (asked) => {
  if (asked === "close") void server.close().then(() => process.exit(0));
  else {
    // A plain collection keeps the emptied pages for later; this one gives them back, so that what stays is in use.
    globalThis.gc?.({ type: "major", execution: "sync", flavor: "last-resort" });
    const { heapUsed, rss } = process.memoryUsage();
    process.send?.({ heap_bytes: heapUsed, rss_bytes: rss });
  }
});
