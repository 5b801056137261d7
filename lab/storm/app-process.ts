/** One API process of the storm: a real server. Its parent can step its clock, and it ends together with its parent. */
import { setClockOffset } from "./app-clock.ts";
import { type ServerOptions, startServer } from "../../api/server.ts";

export type AppRequest = { clockOffset_ms: number };

process.on("message", ({ clockOffset_ms }: AppRequest) => setClockOffset(clockOffset_ms));
// A Ctrl-C in the terminal reaches every process, but the storm itself ends this one.
process.on("SIGINT", () => {});
// With a signal, because process.exit waits for native threads, and once never returned.
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
await startServer(JSON.parse(process.argv[2] ?? "") as ServerOptions);
process.send?.("started");
