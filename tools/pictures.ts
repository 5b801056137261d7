// npm run pictures: takes the pictures of the README from a new demo shop.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { buildWeb } from "./build-web.ts";
import { asApiRole, asAuditorRole } from "./database-url.ts";
import type { DemoLogin } from "./demo/demo-shop.ts";
import { migrate } from "./migrate/migrate.ts";
import { startThrowawayPostgres } from "./postgres/throwaway.ts";
import { runMain } from "./run-main.ts";
import { launchBrowser } from "./testing/browser.ts";
import { signInToDemo, startDemoServer } from "./testing/demo-server.ts";

const folder = join(import.meta.dirname, "../docs/pictures");

interface Picture {
  name: string;
  role: DemoLogin["role"];
  path: string;
  width: number;
  height: number;
  colorScheme: "light" | "dark";
}

const pictures: Picture[] = [
  { name: "home", role: "Customer", path: "/home", width: 360, height: 760, colorScheme: "light" },
  { name: "buy", role: "Customer", path: "/home/buy/MTNup2u", width: 360, height: 760, colorScheme: "dark" },
  { name: "orders", role: "Admin", path: "/admin/orders", width: 1280, height: 760, colorScheme: "light" },
];

await runMain(async () => {
  await mkdir(folder, { recursive: true });
  const webRoot = await buildWeb(console.log);
  const postgres = await startThrowawayPostgres(console.log);
  try {
    await migrate(postgres.url);
    const server = await startDemoServer(asApiRole(postgres.url), webRoot, {
      auditorUrl: asAuditorRole(postgres.url),
    });
    const browser = await launchBrowser();
    try {
      for (const picture of pictures)
        await takePicture(browser, server.url, server.loginOf(picture.role), picture);
    } finally {
      await browser.close();
      await server.close();
    }
  } finally {
    await postgres.stop();
  }
});

async function takePicture(browser: Browser, url: string, login: DemoLogin, picture: Picture): Promise<void> {
  const { width, height, colorScheme } = picture;
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: 2,
    reducedMotion: "reduce",
    colorScheme,
  });
  const page = await context.newPage();
  await signInToDemo(page, url, login);
  await page.goto(`${url}${picture.path}`);
  await page.waitForLoadState("networkidle");
  const file = join(folder, `${picture.name}.png`);
  await page.screenshot({ path: file });
  await context.close();
  console.log(`Wrote ${file}`);
}
