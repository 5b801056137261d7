/** The installed app: it opens offline, does not pay there, catches up automatically, and offers new versions. */
import { expect, test } from "vitest";
import { nextMidnight_ms } from "#contract/terms/dates.ts";
import { phone, signedIn, withApp } from "./pages.ts";
import { nextPhone, openCustomer, openStage } from "./stage.ts";
import { settled } from "./offline-steps.ts";
import { sees } from "./sees.ts";

const stage = openStage();

test("offline, the cached home frame appears before any code, and on no other page", async () => {
  const user = await stage.shop.addUser(`s${nextPhone()}`, nextPhone(), "Customer", 10_000);
  await stage.shop.buy(user);
  const { page, problems } = await stage.pages.open(phone, withApp);
  await signedIn(page, user);
  await settled(page);
  await page.context().setOffline(true);
  await page.reload();
  await page.getByTestId("balance").getByText("¢95.20").waitFor();
  await sees(page.locator("#home-shell")).hasCount(0);
  expect(problems.filter((problem) => !problem.includes("ERR_INTERNET_DISCONNECTED"))).toEqual([]);
  // The document without its code, which the browser also caches.
  await (await page.context().newCDPSession(page)).send("Network.clearBrowserCache");
  await page.evaluate(async () => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        if (request.url.includes("/main-")) await cache.delete(request);
    }
  });
  await page.goto("/home");
  await page.locator("#home-shell").getByText("Account balance").waitFor();
  await page.locator("#home-shell").getByText("Loading...").waitFor();
  await page.goto("/home/topup");
  await page.locator("#home-shell").waitFor({ state: "attached" });
  await expect.poll(() => page.locator("#home-shell").isVisible()).toBe(false);
});

test("offline, a page that was never opened says so and offers Retry, and loads automatically when online again", async () => {
  const user = await stage.shop.addUser(`w${nextPhone()}`, nextPhone(), "Customer", 10_000);
  await stage.shop.buy(user);
  const { page } = await stage.pages.open(phone, withApp);
  await signedIn(page, user);
  await settled(page);
  await page.context().setOffline(true);
  await page.getByText("You are offline.").waitFor();
  await page.getByRole("link", { name: "Transactions" }).click();
  await page.getByRole("link", { name: "Wallet statement" }).click();
  const failure = page.getByRole("alert").filter({ hasText: "Your statement could not be loaded." });
  await failure.getByRole("button", { name: "Retry" }).waitFor();
  await page.context().setOffline(false);
  await page.getByText("1 GB MTNup2u for 024 412 3456").waitFor();
  await expect.poll(() => failure.count()).toBe(0);
});

/** Everything that only an answer can fill. */
const pathsOfData = [
  "/home",
  "/home/buy/MTNup2u",
  "/home/basket",
  "/home/topup",
  "/home/become-agent",
  "/home/my-transactions",
  "/home/statement",
  "/home/user-details",
];

test("offline with nothing stored, every page says what needs a connection instead of loading forever", async () => {
  const user = await stage.shop.addUser(`e${nextPhone()}`, nextPhone(), "Customer", 10_000);
  await stage.shop.buy(user);
  const { page } = await stage.pages.open(phone, withApp);
  await signedIn(page, user);
  await settled(page);
  await page.context().setOffline(true);
  const item = { id: "i", network: "MTNup2u", packageId: "mtnup2u-1", offer: "1 GB", receiver: "0244123456" };
  for (const path of pathsOfData) {
    await page.evaluate(async (kept) => {
      for (const name of ["CurrUser", "orderHistory"]) localStorage.removeItem(name);
      localStorage.setItem("cartItems", JSON.stringify([{ ...kept, key: "k" }]));
      await caches.delete("public-lists");
    }, item);
    await page.goto(path);
    await page.getByRole("heading", { level: 1 }).waitFor();
    const waiting = () =>
      page.evaluate(() => {
        const isLoading = document.body.innerText.includes("Loading");
        const shown = [...document.querySelectorAll(".skeleton")].filter((each) => each.checkVisibility());
        return shown.length + (isLoading ? 1 : 0);
      });
    await expect.poll(async () => [path, await waiting()]).toEqual([path, 0]);
    // The profile shows the session's own record.
    if (path === "/home/user-details") continue;
    const failure = page.getByRole("alert").filter({ hasText: "This needs a connection." }).first();
    await failure.getByRole("button", { name: "Retry" }).click();
    await failure.waitFor();
  }
  await page.goto("/home");
  await page.getByRole("button", { name: "Support" }).click();
  const support = page.getByRole("dialog", { name: "Support" });
  await support.getByText("This needs a connection.").waitFor();
  await page.context().setOffline(false);
  await support.getByText("024 000 0009").waitFor();
  await support.getByRole("button", { name: "Close" }).click();
  await page.getByRole("navigation", { name: "Networks" }).locator("a[href$='MTNup2u']").waitFor();
  await page.getByRole("region", { name: "Buy again" }).getByText("1 GB").waitFor();
  await sees(page.getByText("This needs a connection.")).hasCount(0);
});

test("a server that cannot be reached hides neither the last known balance nor the last orders", async () => {
  const user = await stage.shop.addUser(`u${nextPhone()}`, nextPhone(), "Customer", 10_000);
  await stage.shop.buy(user);
  const { page } = await stage.pages.open(phone, withApp);
  await signedIn(page, user);
  await settled(page);
  await page.clock.install();
  // The phone has a network, but nothing comes through.
  await page.context().route("**/api/**", (route) => route.abort());
  for (const path of ["/home", "/home/my-transactions"]) {
    await page.goto(path);
    const shown =
      path === "/home" ? page.getByTestId("balance").getByText("¢95.20") : page.locator("[data-order]");
    await shown.first().waitFor();
    for (let minute = 0; minute < 3; minute++) await page.clock.runFor(60_000);
    await sees(shown.first()).isVisible().toBe(true);
  }
});

test("the offline banner does not move rows under a finger", async () => {
  const user = await stage.shop.addUser(`j${nextPhone()}`, nextPhone(), "Customer", 10_000);
  const { page } = await stage.pages.open();
  // In the last five minutes of the day the page shows another banner.
  await page.clock.setFixedTime(nextMidnight_ms(Date.now()) - 12 * 60 * 60_000);
  await signedIn(page, user);
  await page.goto("/home");
  const tile = page.getByRole("navigation", { name: "Networks" }).locator("a[href$='MTNup2u']");
  await tile.waitFor();
  await page.getByTestId("balance").waitFor();
  await page.waitForLoadState("networkidle");
  const place = async () => (await tile.boundingBox())?.y ?? 0;
  for (const scrolled of [0, 100]) {
    await page.evaluate((top) => scrollTo({ top, behavior: "instant" }), scrolled);
    const before = await place();
    const moved = async () => Math.abs((await place()) - before);
    await page.context().setOffline(true);
    const sign = page.getByText("You are offline.");
    await sign.waitFor();
    await sees(sign).isVisible().toBe(true);
    expect((await sign.boundingBox())?.y).toBeGreaterThan(0);
    // Pages scroll by whole pixels, but the height of text lines has fractions.
    await expect.poll(moved).toBeLessThan(1);
    await page.context().setOffline(false);
    await page.getByText(/You are offline|Reconnecting/).waitFor({ state: "detached" });
    // Pages scroll by whole pixels, but the height of text lines has fractions.
    await expect.poll(moved).toBeLessThan(1);
  }
});

test("a page without its feed warns that it may be outdated, and stops warning when the feed returns", async () => {
  const { page } = await openCustomer(10_000);
  await page.route("**/api/live/ticket", (route) => route.abort());
  await page.goto("/home");
  await page.getByText("Reconnecting… What you see may be a little old.").waitFor();
  await page.getByTestId("balance").getByText("¢100.00").waitFor();
  await page.unroute("**/api/live/ticket");
  await expect.poll(() => page.getByText("Reconnecting…").count()).toBe(0);
});

test("the shop is installable: its manifest has the name, start page and existing icons", async () => {
  const { page } = await stage.pages.open(phone, withApp);
  await page.goto("/");
  const href = await page.locator("link[rel=manifest]").getAttribute("href");
  const url = new URL(href ?? "", stage.shop.server.url);
  const manifest = (await (await fetch(url)).json()) as {
    name: string;
    start_url: string;
    display: string;
    icons: { src: string; sizes: string; purpose?: string }[];
  };
  expect(manifest).toMatchObject({ start_url: "/home", display: "standalone" });
  await expect.poll(() => page.title()).toBe(`Login · ${manifest.name}`);
  expect(manifest.icons.map(({ sizes, purpose }) => [sizes, purpose])).toEqual([
    ["192x192", undefined],
    ["512x512", undefined],
    ["512x512", "maskable"],
  ]);
  for (const { src } of manifest.icons) {
    const icon = await fetch(new URL(src, stage.shop.server.url));
    expect([icon.status, icon.headers.get("content-type")]).toEqual([200, "image/png"]);
  }
});

test("the page refuses a script or a worker that is made from a text", async () => {
  const { page } = await openCustomer(10_000, "/home", phone, withApp);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const refused = await page.evaluate(async () => {
    const made = document.createElement("div");
    const attempts: (() => unknown)[] = [
      () => (made.innerHTML = "<img src=x onerror=alert(1)>"),
      () => (document.createElement("script").src = "/assets/other.js"),
      () => navigator.serviceWorker.register("/push-handlers.js"),
    ];
    const outcomes = [];
    for (const attempt of attempts)
      outcomes.push(
        await Promise.resolve()
          .then(attempt)
          .then(
            () => "done",
            ({ name }: Error) => name,
          ),
      );
    return outcomes;
  });
  expect(refused).toEqual(["TypeError", "TypeError", "TypeError"]);
});
