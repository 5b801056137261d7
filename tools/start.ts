// npm start: opens the database, builds the page and runs the shop.
import { setTimeout as sleep } from "node:timers/promises";
import { buildWeb, builtWeb } from "./build-web.ts";
import { type Environment, readEnvironment } from "./environment.ts";
import { runMain } from "./run-main.ts";
import { backupSettings } from "./start/backup-settings.ts";
import { type OpenShop, openShop } from "./start/open-shop.ts";
import { hasPlayMoney, openPlayMoney, type PlayMoney } from "./start/play-money.ts";
import { explainListen, requirePort } from "./postgres/ports.ts";
import { listenForStop } from "./start/stop-request.ts";

/** Longer than the server itself waits for open requests. */
const drain_ms = 20_000;

await runMain(async () => {
  const environment = readEnvironment();
  const stop = listenForStop(console.log);
  await requirePort(environment.host, environment.port);
  const built = environment.isProduction ? await builtWeb() : undefined;
  const shop = await openShop(environment, console.log);
  let playMoney: PlayMoney | undefined;
  try {
    if (stop.isRequested()) return;
    if (hasPlayMoney(environment)) playMoney = await openPlayMoney(environment, shop.apiUrl);
    const server = await serve(environment, shop, built, playMoney);
    console.log(welcome(environment, shop.logins, playMoney));
    await stop.wait();
    await Promise.race([
      server.close(),
      sleep(drain_ms + environment.drainDelay_ms, undefined, { ref: false }),
    ]);
  } catch (error) {
    throw await shop.explain(error);
  } finally {
    await playMoney?.close();
    await shop.close();
  }
  console.log("Stopped.");
});
// A handle that a library still has open must not keep the stopped shop running.
process.exit();

async function serve(
  environment: Environment,
  shop: OpenShop,
  built: string | undefined,
  playMoney: PlayMoney | undefined,
): Promise<{ close(): Promise<void> }> {
  const webRoot = built ?? (await buildWeb(console.log));
  // Loaded only now, so that earlier errors are reported sooner.
  const { startServer } = await import("#api/server.ts");
  const { admin: _, ...settings } = environment;
  const { host, port, headFile } = settings;
  const options = {
    ...settings,
    databaseUrl: shop.apiUrl,
    sessionSecret: shop.sessionSecret,
    sealing: shop.sealing,
    webRoot,
    audit: { url: shop.auditorUrl, headFile },
    backup: backupSettings(environment),
    payments: playMoney?.payments ?? environment.payments,
    suppliers: playMoney?.suppliers ?? environment.suppliers,
    ...(shop.logins.length > 0 ? { sendPasswordReset: printReset } : {}),
  };
  return startServer(options).catch((error: unknown) => {
    throw explainListen(error, host, port);
  });
}

/** The demo shop's users have no mailboxes, so the link is printed in the terminal, as the logins are. */
async function printReset({ email, link }: { email: string; link: string }): Promise<void> {
  console.log(`A new password for ${email}: ${link}`);
}

function welcome(
  { host, port }: Environment,
  logins: OpenShop["logins"],
  playMoney: PlayMoney | undefined,
): string {
  const shown = ["127.0.0.1", "0.0.0.0", "::", "::1"].includes(host) ? "localhost" : host;
  const lines = [`Ready on http://${shown}:${port}`];
  if (logins.length > 0) {
    const width = Math.max(...logins.map(({ role }) => role.length));
    lines.push("", "A demo shop; sign in with phone number and password:");
    for (const { role, phone, password } of logins)
      lines.push(`  ${role.padEnd(width)}  ${phone}  ${password}`);
  }
  if (playMoney)
    lines.push("", "Payments are play money. Act as the customers and their networks:", `  ${playMoney.url}`);
  return [...lines, "", "Stop with Ctrl-C."].join("\n");
}
