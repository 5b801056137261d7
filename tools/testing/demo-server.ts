/** A running demo shop, for pictures and for measuring the page. */
import type { Page } from "playwright-core";
import { deriveSecrets } from "#api/serve/secrets.ts";
import { type RunningServer, startServer } from "#api/server.ts";
import { type DemoLogin, openDemoShop } from "../demo/demo-shop.ts";

const sessionSecret = "a secret that only this demo shop knows, long enough";

/** `databaseUrl`: a migrated database, with the API's role. `auditorUrl`: also starts an auditor, as a real shop has. */
export async function startDemoServer(
  databaseUrl: string,
  webRoot: string,
  { auditorUrl }: { auditorUrl?: string } = {},
): Promise<RunningServer & { loginOf(role: DemoLogin["role"]): DemoLogin }> {
  const { logins } = await openDemoShop({
    databaseUrl,
    secrets: deriveSecrets(sessionSecret),
    log: () => {},
  });
  const server = await startServer({
    databaseUrl,
    webRoot,
    sessionSecret,
    host: "127.0.0.1",
    port: 0,
    shopName: "Cedibook",
    publicUrl: "http://localhost",
    logLevel: "error",
    audit: auditorUrl === undefined ? undefined : { url: auditorUrl },
  });
  return {
    ...server,
    loginOf(role) {
      const login = logins.find((one) => one.role === role);
      if (!login) throw new Error(`the demo shop has no ${role}`);
      return login;
    },
  };
}

/** Signs in through the login page. */
export async function signInToDemo(page: Page, url: string, login: DemoLogin): Promise<void> {
  await page.goto(url);
  await page.getByLabel("Phone").fill(login.phone);
  await page.getByLabel("Password", { exact: true }).fill(login.password);
  await page.getByRole("button", { name: "Login" }).click();
  await page.waitForURL("**/home");
}
