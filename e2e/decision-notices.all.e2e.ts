/** News that the page tells by itself: what the shop has decided, wherever the user is. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { desk, phone } from "./pages.ts";
import { nextPhone, openStage } from "./stage.ts";

const stage = openStage();

const order = { packageId: "mtnup2u-1", receiver: "0244123456" };

async function place(token: string): Promise<{ _id: string; id: number }> {
  return (await stage.shop.as({ token }).post<{ _id: string; id: number }>("/order/create", order)).body;
}

async function move(_id: string, ...statuses: string[]): Promise<void> {
  for (const status of statuses) {
    const body = status === "rejected" ? { status, reason: "no stock" } : { status };
    await stage.shop.as(stage.shop.admin).put(`/order/update-status/${_id}`, body);
  }
}

/** Every message that the page shows from now on. A message may replace the text of the one before. */
async function recordToasts(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    let last = "";
    new MutationObserver(() => {
      const now = document.querySelector("[data-slot=toast]")?.textContent ?? "";
      if (now !== "" && now !== last) seen.push(now);
      last = now;
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
  });
  return () => page.evaluate(() => (window as unknown as { seen: string[] }).seen);
}

test("users hear on any page, and once, what the shop decided after they opened it", async () => {
  const { shop } = stage;
  const user = await shop.addUser(`n${nextPhone()}`, nextPhone(), "Customer", 10_000);
  const [before, completed, rejected] = [
    await place(user.token),
    await place(user.token),
    await place(user.token),
  ];
  await move(before._id, "processing", "completed");
  const { page, problems } = await stage.pages.openAs(user, "/home/user-details", phone);
  const socket = page.waitForEvent("websocket");
  const toasts = await recordToasts(page);
  await (await socket).waitForEvent("framereceived");
  await page.locator("header .bg-success").waitFor();

  await move(completed._id, "processing", "completed");
  const toast = page.locator("[data-slot=toast]");
  await toast.getByText(`Order ${completed.id} is completed: 1 GB for 024 412 3456`).waitFor();
  await toast.waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Home" }).click();
  await move(rejected._id, "rejected");
  await toast.getByText(`Order ${rejected.id} was rejected`).waitFor();
  await toast.getByText("¢4.80 is back in your wallet.").waitFor();
  for (const [decision, text] of [
    ["approve", "Your top-up of ¢60.00 was approved"],
    ["decline", "Your top-up of ¢60.00 was declined"],
  ] as const) {
    const { body } = await shop.as(user).post<{ recharge: { _id: string } }>("/recharge", { amount: 60 });
    await shop.as(shop.admin).put(`/recharge/${body.recharge._id}/${decision}`, {});
    await toast.getByText(text).waitFor();
  }
  // The feed begins again after the last position that it has confirmed, which says nothing new.
  const next = page.waitForEvent("websocket");
  await shop.restart();
  await (await next).waitForEvent("framereceived");
  expect(await toasts()).toHaveLength(4);
  expect((await toasts()).join()).not.toContain(`Order ${before.id} `);
  expect(problems.filter((problem) => !/ERR_|WebSocket/.test(problem))).toEqual([]);
});

test("an admin cannot decide on their own order, and is told of another admin's decision", async () => {
  const { shop } = stage;
  const boss = await shop.addUser(`b${nextPhone()}`, nextPhone(), "Admin", 10_000);
  const [own, other] = [await place(boss.token), await place(boss.token)];
  const { page } = await stage.pages.openAs(boss, "/admin/orders", desk);
  const row = page.locator(`[data-order="${own._id}"]`);
  await row.waitFor();
  const toasts = await recordToasts(page);
  await row.getByRole("button", { name: "Reject" }).click();
  const question = page.getByRole("alertdialog");
  await question.getByRole("button", { name: "Yes, reject" }).click();
  await page.getByText("This is your own account: another admin has to do this").first().waitFor();
  await move(other._id, "rejected");
  await expect.poll(async () => (await toasts()).join()).toContain(`Order ${other.id} was rejected`);
  expect((await toasts()).join()).not.toContain(`Order ${own.id} was rejected`);
});
