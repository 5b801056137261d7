/** A separate API process that makes backups, for tests that kill it. It prints its address. */
import { type ServerOptions, startServer } from "../../api/server.ts";

const server = await startServer(JSON.parse(process.argv[2] ?? "") as ServerOptions);
process.stdout.write(`${server.url}\n`);
