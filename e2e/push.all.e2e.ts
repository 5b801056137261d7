/** The installed app shows a push notification, also without an open page of the shop. */
import { expect, test } from "vitest";
import { phone, withApp } from "./pages.ts";
import { openCustomer, openStage } from "./stage.ts";

openStage();

interface Registration {
  registrationId: string;
  scopeURL: string;
}

test("a tapped notification opens in the page that is open, which is not loaded again", async () => {
  const { page } = await openCustomer(0, "/home", phone, withApp);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.getByTestId("balance").waitFor();
  await page.evaluate(() => Reflect.set(window, "isSame", true));
  const [worker] = page.context().serviceWorkers();
  await worker?.evaluate(async (address) => {
    // Only a real tap may focus a window.
    Reflect.set(Reflect.get(self, "WindowClient").prototype, "focus", async () => undefined);
    await (Reflect.get(self, "openPath") as (address: string) => Promise<void>)(address);
  }, new URL("/home/topup", page.url()).href);
  await page.getByRole("heading", { name: "Top up" }).waitFor();
  expect(await page.evaluate(() => Reflect.get(window, "isSame") as unknown)).toBe(true);
});

test("a push that arrives while no page of the shop is open shows its notification", async () => {
  const { page } = await openCustomer(0, "/home", phone, withApp);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const origin = new URL(page.url()).origin;
  const devtools = await page.context().newCDPSession(page);
  const registered = new Promise<Registration>((resolve) => {
    devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL === `${origin}/`);
      if (own) resolve(own);
    });
  });
  await devtools.send("ServiceWorker.enable");
  const { registrationId } = await registered;
  const [worker] = page.context().serviceWorkers();
  // A browser without a window has no notifications, and denies the permission to show them.
  await worker?.evaluate(() => {
    const shown: unknown[] = [];
    const registration = Reflect.get(self, "registration") as ServiceWorkerRegistration;
    registration.showNotification = async (title, options) => void shown.push({ title, ...options });
    Reflect.set(self, "shown", shown);
  });
  await page.goto("about:blank");
  const { title, text, path, tag } = {
    title: "Order completed",
    text: "1 GB",
    path: "/home",
    tag: "order-1",
  };
  const data = JSON.stringify({ title, text, path, tag });
  await devtools.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data });
  await expect
    .poll(() => worker?.evaluate(() => Reflect.get(self, "shown") as unknown))
    .toEqual([{ title, body: text, tag, data: { path }, icon: "/icons/icon-192.png" }]);
});
