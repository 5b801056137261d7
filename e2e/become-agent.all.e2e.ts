/** Becoming an Agent: what one gets, the payment, and the request that waits. */
import { expect, test } from "vitest";
import { phone } from "./pages.ts";
import { openCustomer, openStage } from "./stage.ts";
import { sees } from "./sees.ts";

const stage = openStage();

test("the page compares the prices and asks for one request, which it then follows until it is approved", async () => {
  const { shop } = stage;
  const { user, page, problems } = await openCustomer(0, "/home/become-agent", phone);
  const prices = page.getByRole("table", { name: "Prices" });
  await prices.getByRole("row", { name: /^1 GB MTNup2u ¢4\.80 ¢4\.60$/ }).waitFor();
  await prices.getByRole("row", { name: /^AFA registration AFA ¢15\.00 ¢12\.00$/ }).waitFor();
  await page.getByText("The ¢50.00 is in your wallet.").waitFor();
  await page.getByText("The shop checks your request and approves it.").waitFor();

  await page.getByRole("button", { name: "Pay ¢50.00" }).click();
  const notice = page.getByRole("dialog", { name: "PAYMENT NOTICE" });
  const dial = notice.getByRole("link", { name: "Dial *170#" });
  await sees(dial).getAttribute("href").toBe("tel:*170%23");
  const reference = await notice.getByTestId("reference").innerText();
  // It survives a reload.
  await page.reload();
  await sees(notice.getByTestId("reference")).innerText().toBe(reference);
  await notice.getByRole("button", { name: "I have paid" }).click();
  const waiting = page.getByRole("status").filter({ hasText: "Your request is waiting" });
  await waiting.getByText(reference).waitFor();
  await sees(page.getByRole("button", { name: "Pay ¢50.00" })).hasCount(0);
  await page.goto("/home/become-agent?notice=agent");
  await waiting.waitFor();
  await sees(notice).hasCount(0);

  const approved = await shop.as(shop.admin).put(`/recharge/${reference.slice(2)}/approve`, {});
  expect(approved).toMatchObject({ status: 200 });
  await page.getByText("Your last request was approved").waitFor();
  await sees(notice).hasCount(0);
  await shop.as(shop.admin).put(`/user/${user._id}/level`, { userLevel: "Agent" });
  await page.getByText("You are an Agent").waitFor();
  expect(problems).toEqual([]);
});
