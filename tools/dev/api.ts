// The API of `npm run dev`, in its own process, which node --watch restarts.
import { type ServerOptions, startServer } from "#api/server.ts";

const server = await startServer(JSON.parse(process.env["CEDIBOOK_DEV_API"] ?? "") as ServerOptions);
process.once("SIGTERM", () => void server.close().finally(() => process.exit()));
