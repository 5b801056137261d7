/** The installed app: it opens offline, does not pay there, catches up automatically, and offers new versions. */
import { test } from "vitest";
import { phone, signedIn, withApp } from "./pages.ts";
import { nextPhone, openStage } from "./stage.ts";
import { settled } from "./offline-steps.ts";
import { sees } from "./sees.ts";

const stage = openStage();

test("offline, opens the shell with the last known balance and orders, marks them as old, and disables paying", async () => {
  const { shop } = stage;
  const user = await shop.addUser(`o${nextPhone()}`, nextPhone(), "Customer", 10_000);
  await shop.buy(user);
  const { page } = await stage.pages.open(phone, withApp);
  await signedIn(page, user);
  await settled(page);
  await page.context().setOffline(true);
  await page.goto("/home");
  await page.getByTestId("balance").getByText("¢95.20").waitFor();
  await page.getByText(/You are offline. What you see is from \d\d\/\d\d\/\d{4} \d\d:\d\d/).waitFor();
  await page.goto("/home/my-transactions");
  await page.locator("[data-order]").getByText("1 GB").waitFor();
  await page.goto("/home/buy/MTNup2u?to=0244123456&pkg=mtnup2u-1");
  const pay = page.getByRole("button", { name: "Pay: you are offline" });
  await pay.waitFor();
  await sees(pay).isDisabled().toBe(true);
  await page.goto("/home/topup");
  await page.getByLabel("Amount").fill("60");
  await sees(pay).isDisabled().toBe(true);
  await shop.command("correct_balance", "system", {
    user: user._id,
    amount: 500,
    reason: "meanwhile",
    corrects: null,
  });
  await page.context().setOffline(false);
  await page.getByText("Available balance").getByText("¢100.20").waitFor();
  await sees(page.getByText("You are offline")).hasCount(0);
});

test("offers a new version and installs it only after a tap", async () => {
  const { shop } = stage;
  const user = await shop.addUser(`v${nextPhone()}`, nextPhone(), "Customer", 10_000);
  await shop.buy(user);
  const { page } = await stage.pages.open(phone, withApp);
  await signedIn(page, user);
  await settled(page);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await sees(page.getByText("A new version is ready.")).hasCount(0);
  // Another build as the browser sees it: different bytes at the same address.
  await stage.shop.restart({ shopName: "Second Shop" });
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration?.update();
  });
  await page.getByText("A new version is ready.").waitFor();
  await page.evaluate(() => Object.assign(window, { isOldPage: true }));
  await page.getByRole("button", { name: "Update now" }).click();
  await page.waitForFunction(() => !("isOldPage" in window) && document.title === "Home · Second Shop");
  await sees(page.getByText("A new version is ready.")).hasCount(0);
});
