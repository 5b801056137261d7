// npm run dev: Vite serves the page on PORT and reloads what changed. The API runs behind it and restarts after a change.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createServer } from "vite";
import type { ServerOptions } from "#api/server.ts";
import { type Environment, readEnvironment } from "./environment.ts";
import { StartError } from "./postgres/start-error.ts";
import { runMain } from "./run-main.ts";
import { type OpenShop, openShop } from "./start/open-shop.ts";
import { freePort, requirePort } from "./postgres/ports.ts";
import { listenForStop } from "./start/stop-request.ts";

const root = join(import.meta.dirname, "..");

await runMain(async () => {
  if (process.argv.length > 2) throw new StartError("usage: npm run dev");
  const environment = readEnvironment();
  const stop = listenForStop(console.log);
  await requirePort(environment.host, environment.port);
  const shop = await openShop(environment, console.log);
  const apiPort = await freePort();
  const api = await watchApi(environment, shop, apiPort);
  try {
    const page = await servePage(environment, apiPort);
    console.log(`Ready on http://localhost:${environment.port} (the API behind it on port ${apiPort})`);
    for (const { role, phone, password } of shop.logins) console.log(`  ${role}  ${phone}  ${password}`);
    await stop.wait();
    await page.close();
  } finally {
    await end(api);
    await shop.close();
  }
});
process.exit();

async function servePage({ host, port }: Environment, apiPort: number): Promise<{ close(): Promise<void> }> {
  const web = join(root, "web");
  const server = await createServer({
    root: web,
    configFile: join(web, "vite.config.ts"),
    server: {
      host,
      port,
      strictPort: true,
      proxy: { "/api": { target: `http://127.0.0.1:${apiPort}`, ws: true } },
    },
  });
  return server.listen();
}

async function watchApi(environment: Environment, shop: OpenShop, port: number): Promise<ChildProcess> {
  const options: ServerOptions = {
    databaseUrl: shop.apiUrl,
    host: "127.0.0.1",
    port,
    sessionSecret: shop.sessionSecret,
    sealing: shop.sealing,
    shopName: environment.shopName,
    publicUrl: environment.publicUrl,
    logLevel: environment.logLevel,
  };
  const args = ["--watch", "--watch-preserve-output", join(root, "tools/dev/api.ts")];
  return spawn(process.execPath, args, {
    stdio: ["ignore", "inherit", "inherit"],
    // In the environment, because every user can see arguments with ps.
    env: { ...process.env, CEDIBOOK_DEV_API: JSON.stringify(options) },
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  await exited;
}
