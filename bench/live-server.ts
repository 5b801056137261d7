/** The server of the live benchmark, in a process of its own: tells its parent of each commit by IPC. */
import { startServer } from "#api/server.ts";

const [databaseUrl = "", sessionSecret = ""] = process.argv.slice(2);

const server = await startServer({
  databaseUrl,
  sessionSecret,
  host: "127.0.0.1",
  port: 0,
  shopName: "Cedibook",
  publicUrl: "http://localhost",
  logLevel: "error",
  onCommit: ({ position }) => process.send?.({ position, at_ms: performance.timeOrigin + performance.now() }),
});
process.send?.({ url: server.url });
process.on("message", () => void server.close().then(() => process.exit(0)));
