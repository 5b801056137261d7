/** Messages and their settings for admins, and an agent's webhook, on a phone and on a desk. */
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { MessageSettingsAnswer } from "#contract/messages.ts";
import { startTestGateway, type TestGateway, well } from "#tools/testing/test-gateway.ts";
import type { TestUser } from "#tools/testing/test-shop.ts";
import { desk, exportFile, signedIn } from "./pages.ts";
import { nextPhone, openStage } from "./stage.ts";
import { sees } from "./sees.ts";

const gateway: { current?: TestGateway } = {};
const patience = { answer_ms: 5000, lost_ms: 10_000, sweep_ms: 200, retry_ms: 100, open_ms: 100 };
const options = { messages: { patience, allowPrivateAddresses: true } };
const stage = openStage(options);

beforeAll(async () => {
  gateway.current = await startTestGateway();
  await stage.shop.restart({ messages: { ...options.messages, sms: gateway.current.config } });
});
afterAll(() => gateway.current?.stop());

async function newAgent(name: string): Promise<TestUser> {
  return stage.shop.addUser(name, nextPhone(), "Agent", 100_000);
}
async function buy(user: TestUser): Promise<string> {
  const order = await stage.shop.buy(user, "mtnup2u-1", "0201234567");
  return order.body.reference;
}
async function asAdmin(page: Page, path: string): Promise<void> {
  await signedIn(
    page,
    await stage.shop.login(stage.shop.admin.phone, stage.shop.admin.password).then((s) => s),
  );
  await page.goto(path);
}
async function settingsNow(): Promise<MessageSettingsAnswer> {
  return (await stage.shop.as(stage.shop.admin).get<MessageSettingsAnswer>("/message/settings")).body;
}
async function resetSettings(): Promise<void> {
  await stage.shop.command("change_message_settings", stage.shop.admin._id, {
    admin_phone: "",
    card_number: "last four",
    templates: {},
  });
}
const isShown = (page: Page, text: string | RegExp) =>
  expect.poll(() => page.getByText(text).first().isVisible()).toBe(true);

describe("on a desk", () => {
  const viewport = desk;

  test("reports a failing gateway at the top, and finds, cancels and resends a message", async () => {
    const agent = await newAgent(`failing${viewport.width}`);
    const server = gateway.current!;
    server.answer = () => ({ status: 200, body: `{"code":"105","message":"Insufficient balance"}` });
    const refused = await buy(agent);
    const taken = () => server.taken.filter(({ message }) => message.includes(refused)).length;
    const { page, problems } = await stage.pages.open(viewport);
    await asAdmin(page, "/admin/messages");
    await isShown(page, /The SMS gateway has no credit since/);
    await isShown(page, "No mail server is configured. Password emails are not sent.");
    await page.getByRole("searchbox", { name: "Search" }).fill(refused);
    await page.waitForURL(`**/admin/messages?search=*${refused}*`);
    await isShown(page, `Order ${refused}: MTNup2u 1 GB`);
    await expect.poll(() => page.getByText("refused", { exact: true }).count()).toBeGreaterThan(0);
    await isShown(page, /200 \{"code":"105"/);
    // The list shows the previous rows until the search result arrives.
    await expect.poll(() => page.getByRole("button", { name: /^Resend/ }).count()).toBe(1);
    const file = await exportFile(page);
    expect(file.suggestedFilename()).toMatch(/^[\w-]+-messages-[\d-]*(to-)?[\d-]+\.csv$/);
    const lines = (await readFile(await file.path(), "utf8")).trim().split("\r\n");
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(`Order ${refused}: MTNup2u 1 GB`);
    server.answer = well;
    await page.getByRole("button", { name: /^Resend: Data order to/ }).click();
    await isShown(page, "The message is on its way");
    await expect.poll(() => page.getByText("sent", { exact: true }).count()).toBeGreaterThan(0);
    await expect.poll(() => page.getByText(/The SMS gateway has/).count()).toBe(0);
    await page.getByRole("button", { name: /^Resend: Data order to/ }).click();
    const question = page.getByRole("alertdialog");
    await question.getByText(/^It was sent on .* It costs 1 segment more\.$/).waitFor();
    await question.getByRole("button", { name: "Cancel" }).click();
    await question.waitFor({ state: "detached" });
    expect(taken()).toBe(1);
    await page.getByRole("button", { name: /^Resend: Data order to/ }).click();
    await question.getByRole("button", { name: "Yes, send again" }).click();
    await question.waitFor({ state: "detached" });
    await expect.poll(taken).toBe(2);
    await page.getByRole("button", { name: "Expired" }).click();
    await page.waitForURL("**state=expired*");
    await isShown(page, "No records found");
    expect(problems).toEqual([]);
  });

  test("edits a text with a preview, sends a test, saves it, and shows the old text", async () => {
    const agent = await newAgent(`texts${viewport.width}`);
    const server = gateway.current!;
    const { page, problems } = await stage.pages.open(viewport);
    await asAdmin(page, "/admin/messages?tab=settings");
    await page.getByRole("button", { name: /^Data order/ }).click();
    const text = page.getByLabel("Text", { exact: true });
    await isShown(page, "1 segment");
    await text.fill("Costs ¢5");
    await isShown(page, "An SMS has no ¢: write GHS");
    await text.fill(`${"Long ".repeat(32)}{reference}`);
    await isShown(page, "2 segments");
    await text.fill(`Hello `);
    await page.getByRole("button", { name: "{reference}", exact: true }).click();
    await isShown(page, `Hello 10000042`);
    const before = server.taken.length;
    await page.getByRole("button", { name: "Send a test" }).click();
    await expect.poll(() => server.taken.length).toBe(before + 1);
    expect(server.taken[before]).toMatchObject({ to: "233240000009", message: `Hello 10000042` });
    await page.getByLabel("Number for messages to the shop").fill("0201112222");
    await page.getByRole("button", { name: "Save message settings" }).click();
    await isShown(page, /Last changed by admin on/);
    await isShown(page, "In use: 020 111 2222. If empty, the first admin's number is used.");
    const reference = await buy(agent);
    await expect.poll(() => server.taken.length).toBe(before + 2);
    expect(server.taken[before + 1]).toMatchObject({ to: "233201112222", message: `Hello ${reference}` });
    await resetSettings();
    expect(problems).toEqual([]);
  });

  test("does not overwrite settings that another admin has changed, and keeps typed text when other data changes", async () => {
    const { page, problems } = await stage.pages.open(viewport);
    await asAdmin(page, "/admin/messages?tab=settings");
    const number = page.getByLabel("Number for messages to the shop");
    await number.fill("0201112222");
    const looked = page.waitForResponse("**/api/message/settings");
    await stage.shop.command("change_notice", stage.shop.admin._id, { notice: `News on Hello` });
    await (await looked).finished();
    await stage.shop.command("change_message_settings", stage.shop.admin._id, {
      admin_phone: "0203334444",
      card_number: "last four",
      templates: {},
    });
    await isShown(page, "Somebody else has changed this. Your changes can no longer be saved over it.");
    await sees(number).inputValue().toBe("020 111 2222");
    await page.getByRole("button", { name: "Save message settings" }).click();
    await isShown(page, /Somebody else has changed this meanwhile\. Nothing was saved/);
    expect(await settingsNow()).toMatchObject({ adminPhone: "0203334444" });
    await page.getByRole("button", { name: "Discard my changes" }).click();
    await expect.poll(() => number.inputValue()).toBe("020 333 4444");
    await number.fill("0201112222");
    await page.getByRole("button", { name: "Save message settings" }).click();
    await isShown(page, "Message settings saved");
    expect(await settingsNow()).toMatchObject({ adminPhone: "0201112222" });
    await resetSettings();
    expect(problems).toEqual([expect.stringContaining("409")]);
  });

  test("an agent sets a webhook, sees its secret once, and sends a delivery again", async () => {
    const agent = await newAgent(`hook${viewport.width}`);
    const calls: { body: string; signature: string }[] = [];
    const server = createServer((request, response) => {
      void bodyOf(request).then((body) => {
        calls.push({ body, signature: String(request.headers["cedibook-signature"]) });
        response.end("thanks");
      });
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { page, problems } = await stage.pages.openAs(agent, "/home/user-details", viewport);
    await page.getByLabel("Address").fill(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await page.getByRole("button", { name: "Set webhook" }).click();
    const secret = (await page.getByText(/^whsec_/).textContent()) ?? "";
    const reference = await buy(agent);
    await expect.poll(() => calls.length).toBe(1);
    const { body = "", signature = "" } = calls[0] ?? {};
    const seconds = /^t=(\d+),/.exec(signature)?.[1];
    const mac = createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex");
    expect(signature).toBe(`t=${seconds},v1=${mac}`);
    await page.getByRole("button", { name: `Send again: order.pending of ${reference}` }).click();
    await expect.poll(() => calls.length).toBe(2);
    expect(calls[1]?.body).toBe(body);
    await page.reload();
    await page.getByRole("button", { name: "Save with a new secret" }).waitFor();
    expect(await page.content()).not.toContain("whsec_");
    await page.getByRole("button", { name: "Save with a new secret" }).click();
    const question = page.getByRole("alertdialog", { name: "Change the webhook?" });
    await question.getByText("the current one → a new one").waitFor();
    await question.getByRole("button", { name: "Cancel" }).click();
    await question.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Remove webhook" }).click();
    await page.getByRole("button", { name: "Yes, remove" }).click();
    await page.getByRole("button", { name: "Set webhook" }).waitFor();
    server.close();
    expect(problems).toEqual([]);
  });
});

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return text;
}
