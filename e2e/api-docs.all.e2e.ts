import { expect, test } from "vitest";
import { openStage } from "./stage.ts";
import { desk } from "./pages.ts";

const stage = openStage();

test("the API's documentation shows every call, sends one with a key, and asks no other server", async () => {
  const { shop } = stage;
  const agent = await shop.addUser("agent", "0245550171");
  await shop.command("change_level", shop.admin._id, { user: agent._id, level: "Agent" });
  const { body } = await shop.as(agent).get<{ apiKey: string }>("/user/api-key");
  const { page, problems } = await stage.pages.open(desk);
  const foreign: string[] = [];
  page.on("request", (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(shop.server.url))
      foreign.push(request.url());
  });
  await page.goto("/api/docs");
  const { paths } = (await shop.call<{ paths: Record<string, object> }>("GET", "/openapi.json")).body;
  const shown = page.locator(".opblock-summary-path");
  const tags = page.locator(".opblock-tag");
  await tags.first().waitFor();
  let found = 0;
  for (const tag of await tags.all()) {
    await tag.click();
    await shown.first().waitFor();
    found += await shown.count();
    await tag.click();
    await shown.first().waitFor({ state: "detached" });
  }
  expect(found).toBe(Object.values(paths).flatMap((methods) => Object.keys(methods)).length);

  await page.getByRole("button", { name: "Authorize" }).click();
  const keys = page.locator(".auth-container").filter({ hasText: "X-API-Key" });
  await keys.getByRole("textbox").fill(body.apiKey);
  await keys.getByRole("button", { name: "Apply credentials" }).click();
  await page.locator(".modal-ux").getByRole("button", { name: "Close", exact: true }).last().click();
  await tags.filter({ hasText: "Orders" }).click();
  const path = page.locator('[data-path="/order/allorders"]');
  const call = page.locator(".opblock").filter({ has: path });
  await path.click();
  const answered = page.waitForResponse(/\/api\/order\/allorders/);
  await call.getByRole("button", { name: "Execute" }).click();
  const answer = await answered;
  expect([answer.status(), answer.request().headers()["x-api-key"]]).toEqual([200, body.apiKey]);
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(body.apiKey);
  expect(problems).toEqual([]);
  expect(foreign).toEqual([]);
});
