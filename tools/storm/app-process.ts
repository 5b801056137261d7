/** One API process of the storm: a real server, whose clock its parent may step, and which never outlives its parent. */
import { setClockOffset } from "./app-clock.ts";
import { type ServerOptions, startServer } from "#api/server.ts";

export type AppOrder = { clockOffset_ms: number };

process.on("message", ({ clockOffset_ms }: AppOrder) => setClockOffset(clockOffset_ms));
// A Ctrl-C in the terminal reaches every process; the storm ends this one when it is time.
process.on("SIGINT", () => {});
// By a signal: process.exit waits for native threads, and was seen to wait for good.
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
await startServer(JSON.parse(process.argv[2] ?? "") as ServerOptions);
process.send?.("started");
