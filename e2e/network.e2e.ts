/**
 * The main flows on a bad line, which is slow or breaks in the middle. In the end the money is right and the page says
 * so.
 */
import { expect, test } from "vitest";
import { signedIn } from "./pages.ts";
import { openStage } from "./stage.ts";
import { open, newCustomer, listed, loseAnswer } from "./network-steps.ts";
import { sees } from "./sees.ts";

openStage();

test("a command without a connection fails at once and is not sent later", async () => {
  const user = await newCustomer(1);
  const page = await open();
  await page.goto("/");
  await page.getByLabel("Phone").fill(user.phone);
  await page.getByLabel("Password", { exact: true }).fill("not this one");
  await page.context().setOffline(true);
  await page.getByText("You are offline.").waitFor();
  await page.getByRole("button", { name: "Login" }).click();
  await page.getByRole("alert").getByText("No connection. Please check your network.").waitFor();
  await page.context().setOffline(false);
  await page.getByText("You are offline.").waitFor({ state: "detached" });
  await sees(page.getByLabel("Password", { exact: true }))
    .inputValue()
    .toBe("not this one");
});

test("a top-up request whose answer is lost is created only once", async () => {
  const user = await newCustomer(1);
  const page = await open();
  await signedIn(page, user);
  // Neither the feed nor the list shows the result.
  await page.route(/\/api\/(live\/ticket|recharge\?mine=1)/, (route) => route.abort());
  await page.goto("/home/topup?notice=topup&amount=60");
  const reference = await page.getByTestId("reference").innerText();
  await page.route("**/api/recharge", (route) => loseAnswer(page, route), { times: 1 });
  const paid = page.getByRole("button", { name: "I have paid" });
  await paid.click();
  await page.getByText("Press the button again: the request is made only once.").waitFor();
  await paid.and(page.locator(":disabled")).waitFor();
  await page.context().setOffline(false);
  await paid.click();
  await page.getByText(`Your reference ID is ${reference}`).waitFor();
  expect(await listed(user, "/recharge")).toMatchObject([{ rechargeId: reference, amount: 60 }]);
});
