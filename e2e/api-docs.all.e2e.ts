import { expect, test } from "vitest";
import { openStage } from "./stage.ts";
import { desk } from "./pages.ts";

const stage = openStage();

test("the API's documentation shows every call, sends one with a key, and asks no other server", async () => {
  const { shop } = stage;
  const agent = await shop.addUser("agent", "0245550171");
  await shop.command("change_level", shop.admin._id, { user: agent._id, level: "Agent" });
  const { body } = await shop.call<{ apiKey: string }>("GET", "/user/api-key", undefined, {
    token: agent.token,
  });
  const { page, problems } = await stage.pages.open(desk);
  const foreign: string[] = [];
  page.on("request", (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(shop.server.url))
      foreign.push(request.url());
  });
  await page.goto("/api/docs#tag/orders/GET/order/allorders");
  await page.getByRole("heading", { name: "List orders, newest first" }).waitFor();
  await page.locator('input[autocomplete="off"]').first().fill(body.apiKey);
  await page.getByRole("button", { name: "Test Request (get /order/allorders)" }).click();
  const client = page.getByRole("dialog");
  await client.waitFor();
  const answered = page.waitForResponse(/\/api\/order\/allorders/);
  await client.getByRole("button", { name: /^Send/ }).first().click();
  const answer = await answered;
  expect([answer.status(), answer.request().headers()["x-api-key"]]).toEqual([200, body.apiKey]);
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(body.apiKey);
  expect(problems).toEqual([]);
  expect(foreign).toEqual([]);
});
