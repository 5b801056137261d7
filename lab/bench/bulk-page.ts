/**
 * npm run bench -- bulk-page: how long an agent's phone takes to pay a full basket over a slow line, once undisturbed and
 * once with the line cut in the middle. Afterwards the orders are counted: each item must have exactly one.
 */
import type { Browser, CDPSession, Page } from "playwright-core";
import type { OrderRecord } from "../../api/contract/order-list.ts";
import type { SessionRecord } from "../../api/contract/sessions.ts";
import { limits } from "../../ledger/terms/limits.ts";
import { buildWeb } from "../../tools/build-web.ts";
import { asApiRole } from "../../tools/database-url.ts";
import { launchBrowser } from "../../tools/testing/browser.ts";
import { signInToDemo, startDemoServer } from "../../tools/testing/demo-server.ts";
import { startBenchServer } from "./server.ts";

type Print = (line: string) => void;

const phone = { width: 360, height: 760 };
const items = limits.basket_items_max;
/** Kilobytes are a thousand bytes here, and the line's bits include its headers. */
const line = { latency: 300, downloadThroughput: 400_000 / 8, uploadThroughput: 400_000 / 8 };
const cut = { after_ms: 2500, for_ms: 2000 };
const patience_ms = 120_000;

export async function benchBulkPage(print: Print): Promise<void> {
  const webRoot = await buildWeb(() => {});
  const postgres = await startBenchServer();
  const server = await startDemoServer(asApiRole(await postgres.createDatabase("bulkpage")), webRoot);
  const browser = await launchBrowser();
  try {
    print(`${items} orders from a phone of ${phone.width} px over 400 kbps with 300 ms of latency,`);
    print("from the tap on Yes to the last order, for an agent:");
    const stand = {
      browser,
      url: server.url,
      agent: server.loginOf("Agent"),
      admin: server.loginOf("Admin"),
    };
    for (const isCut of [false, true]) print(await run(stand, isCut));
  } finally {
    await browser.close();
    await server.close();
    await postgres.stop();
  }
}

interface Stand {
  browser: Browser;
  url: string;
  agent: { phone: string; password: string; role: string };
  admin: { phone: string; password: string };
}

async function run({ browser, url, agent, admin }: Stand, isCut: boolean): Promise<string> {
  const boss = await api<SessionRecord>(url, "POST", "/user/login", asLogin(admin));
  const buyer = await api<SessionRecord>(url, "POST", "/user/login", asLogin(agent));
  const credit = { amount: 5000, chosenId: buyer._id, reason: "bench" };
  await api(url, "PUT", "/user/balance", credit, boss.token);
  const before = await api<OrderRecord[]>(url, "GET", "/order/allorders", undefined, buyer.token);

  const context = await browser.newContext({
    viewport: phone,
    reducedMotion: "reduce",
    serviceWorkers: "block",
  });
  const page = await context.newPage();
  try {
    await signInToDemo(page, url, agent);
    await fillBasket(page, url);
    const network = await context.newCDPSession(page);
    const traffic = watch(network);
    await network.send("Network.enable");
    await network.send("Network.emulateNetworkConditions", { offline: false, ...line });
    const took_ms = await payAll(page, network, isCut);
    const after = await api<OrderRecord[]>(url, "GET", "/order/allorders", undefined, buyer.token);
    const made = after.length - before.length;
    return [
      isCut ? `  cut for ${cut.for_ms / 1000} s` : "  undisturbed",
      `${(took_ms / 1000).toFixed(1)} s`.padStart(10),
      `${traffic.calls} calls`.padStart(12),
      `${Math.round(traffic.answers / 1000)} kB of answers`.padStart(20),
      `${Math.round(traffic.feed / 1000)} kB of feed`.padStart(17),
      `${made} orders${made === items ? "" : ", WRONG"}`.padStart(16),
    ].join("");
  } finally {
    await context.close();
  }
}

async function fillBasket(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/home/buy/MTNup2u`);
  await page.getByRole("button", { name: "Many numbers at once" }).click();
  const lines = Array.from({ length: items }, (_, n) => `0244${String(100_000 + n)}, 1 GB`);
  await page.getByLabel("One number per line").fill(lines.join("\n"));
  await page.getByRole("button", { name: `Add ${items} to basket` }).click();
  await page.getByRole("link", { name: "Go to the basket" }).click();
}

async function payAll(page: Page, network: CDPSession, isCut: boolean): Promise<number> {
  await page.getByRole("button", { name: /^Pay ¢/ }).click();
  const yes = page.getByRole("alertdialog").getByRole("button", { name: /^Yes, pay/ });
  await yes.isEnabled();
  const began_ms = performance.now();
  await yes.click();
  if (isCut) {
    await page.waitForTimeout(cut.after_ms);
    await network.send("Network.emulateNetworkConditions", { offline: true, ...line });
    await page.waitForTimeout(cut.for_ms);
    await network.send("Network.emulateNetworkConditions", { offline: false, ...line });
  }
  const dock = page.locator("[data-dock]");
  await dock.getByText(`${items} ordered`).waitFor({ timeout: patience_ms });
  return performance.now() - began_ms;
}

/** Counts what arrives once the line is slow. */
function watch(network: CDPSession) {
  const traffic = { calls: 0, answers: 0, feed: 0 };
  network.on("Network.requestWillBeSent", ({ request }) => {
    if (request.url.includes("/api/")) traffic.calls += 1;
  });
  network.on("Network.loadingFinished", ({ encodedDataLength }) => (traffic.answers += encodedDataLength));
  network.on(
    "Network.webSocketFrameReceived",
    ({ response }) => (traffic.feed += Buffer.byteLength(response.payloadData)),
  );
  return traffic;
}

function asLogin({ phone: userPhone, password }: { phone: string; password: string }) {
  return { userPhone, password };
}

async function api<T>(url: string, method: string, path: string, body: unknown, token = ""): Promise<T> {
  const answer = await fetch(`${url}/api${path}`, {
    method,
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}
