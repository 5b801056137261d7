// The API of `npm run dev`, in a process of its own that node --watch restarts.
import { startServer } from "#api/server.ts";

export type DevApiOptions = Parameters<typeof startServer>[0];

const server = await startServer(JSON.parse(process.env["CEDIBOOK_DEV_API"] ?? "") as DevApiOptions);
process.once("SIGTERM", () => void server.close().finally(() => process.exit()));
