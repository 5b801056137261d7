/** An agent's own shop: what a stranger reads and does there, and how its agent and an admin look after it. */
import { readFile } from "node:fs/promises";
import { beforeAll, expect, test } from "vitest";
import { pricesRoute } from "#contract/public-pages.ts";
import { scriptBudget } from "#tools/testing/script-budget.ts";
import type { TestUser } from "#tools/testing/test-shop.ts";
import { addAgentShop, turnShopsOn } from "#tools/testing/valid-shops.ts";
import { violationsInBothThemes } from "./axe.ts";
import { desk, exportFile, phone, settled } from "./pages.ts";
import { openPaystackStage } from "./paystack-stage.ts";
import { sees, seesNone } from "./sees.ts";

const stage = openPaystackStage(9);
const { paystack } = stage;
const narrow = { width: 320, height: 640 };
const markup = `<img src=x onerror="document.title='run'"></script><script>document.title='run'</script>`;
let agent: TestUser;

beforeAll(async () => {
  const { shop } = stage;
  agent = await shop.addUser("ama", "0245550101", "Agent");
  await turnShopsOn(shop);
  await addAgentShop(shop, "ama-data", agent._id);
  const settings = {
    name: "ama-data",
    title: "Ama's Data",
    colour: "blue",
    contact: "0245550101",
    isOpen: true,
  };
  const greeting = `Welcome!\n${markup}`;
  await shop.as(agent).put("/user/shop", { ...settings, greeting });
  const prices = [
    { package: "mtnup2u-1", price: 5.5 },
    { package: "mtnup2u-2", price: 25 },
  ];
  await shop.as(agent).put("/user/shop/prices", { prices });
});

test("a stranger reads a shop and its prices before any script has run, and no markup of its agent's runs", async () => {
  const { page, problems } = await stage.pages.open(narrow, { javaScriptEnabled: false });
  const answer = await page.goto("/s/ama-data");
  await page.getByRole("heading", { name: "Ama's Data", level: 1 }).waitFor();
  for (const text of ["¢5.50", "¢25.00", "5 GB", "024 555 0101", markup])
    await page.getByText(text).waitFor();
  await sees(page.getByRole("img")).hasCount(0);
  expect(answer?.headers()["content-security-policy"]).not.toContain("unsafe-inline");
  expect(answer?.headers()).toMatchObject({ "cache-control": "public, max-age=10", etag: expect.anything() });
  const content = (name: string) => page.locator(`meta[property="og:${name}"]`).getAttribute("content");
  expect(await content("title")).toBe("Ama's Data");
  expect(await content("description")).toContain("1 GB MTNup2u ¢5.50");
  expect(await content("url")).toMatch(/\/s\/ama-data$/);
  const picture = await page.request.get(new URL((await content("image")) ?? "").pathname);
  expect([picture.status(), picture.headers()["content-type"]]).toEqual([200, "image/png"]);
  expect(problems).toEqual([]);
});

test("a stranger sees what the shop itself sells, from a link at the login", async () => {
  const { page, problems } = await stage.pages.open(phone);
  await page.goto("/");
  await page.getByRole("link", { name: "What we sell" }).click();
  await page.waitForURL(`**${pricesRoute}`);
  await page.getByRole("heading", { name: "What we sell" }).waitFor();
  await page.getByText("¢4.80").waitFor();
  await sees(page.getByText("¢4.60")).hasCount(0);
  expect(problems).toEqual([]);
});

/** The guest of the last order approves the prompt. Returns the order that is paid for. */
async function payLast(): Promise<number | undefined> {
  const { pool } = stage.shop;
  const charges = await pool.query<{ reference: string }>(
    "select reference from shop.charge order by created_at desc limit 1",
  );
  const reference = charges.rows[0]?.reference ?? "";
  await paystack.approve(reference);
  const find = async () =>
    (
      await pool.query<{ id: number }>(
        'select o.id from ledger."order" o join shop.charge c on c.payment = o.payment where c.reference = $1',
        [reference],
      )
    ).rows[0]?.id;
  await expect.poll(find).toBeDefined();
  return find();
}

/** The guest of the last order pays, and an admin delivers it. */
async function deliverPaid(): Promise<void> {
  const { admin } = stage.shop;
  const id = await payLast();
  for (const status of ["processing", "completed"])
    await stage.shop.as(admin).put(`/order/update-status/${id}`, { status });
}

test("a guest picks a package, is warned of another network's number, and follows the order until it is there", async () => {
  const { page, problems } = await stage.pages.open(narrow);
  await page.goto("/s/ama-data");
  const pay = page.getByRole("button", { name: /^Pay/ }).first();
  await sees(pay).isDisabled().toBe(false);
  await pay.click();
  await page.getByText("Please choose a package").waitFor();
  await page.getByRole("radio", { name: "1 GB" }).check();
  await page.getByLabel("Number that gets it").fill("0201234567");
  await page.getByText("020 is a number of Telecel, and MTNup2u is for MTN.").waitFor();
  await pay.click();
  await page.getByText("Please enter a 10-digit phone number").waitFor();
  await sees(page.getByLabel("Number that pays")).getAttribute("aria-invalid").toBe("true");
  await page.getByLabel("Number that pays").fill("244123456");
  expect(await violationsInBothThemes(page, "shop")).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(narrow.width);

  const bodies: unknown[] = [];
  const keys: (string | undefined)[] = [];
  await page.route("**/api/shop/ama-data/order", (route) => {
    bodies.push(route.request().postDataJSON());
    keys.push(route.request().headers()["idempotency-key"]);
    return bodies.length === 1 ? route.abort() : route.continue();
  });
  await pay.click();
  await page.getByText("No connection. Please check your network.").waitFor();
  await pay.click();
  await page.waitForURL(/\/o\/[\w-]{22}$/);
  // Sent again without an answer, it is the same order.
  expect(bodies[1]).toEqual({
    packageId: "mtnup2u-1",
    price: 5.5,
    receiver: "0201234567",
    payer: "0244123456",
    rail: "prompt",
  });
  expect([bodies[0], keys[0]]).toEqual([bodies[1], keys[1]]);
  await page.getByText("Waiting for the payment").waitFor();
  await page.getByText("020***4567").waitFor();
  await deliverPaid();
  await page.getByText("Delivered", { exact: true }).first().waitFor();
  await sees(page.getByText("Waiting for the payment")).hasCount(0);
  expect(await violationsInBothThemes(page, "order")).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(narrow.width);
  await page.getByRole("button", { name: "Receipt" }).click();
  await page.waitForURL((url) => url.pathname === "/check");
  await page.getByText("¢5.50").waitFor();
  await page.getByText("This receipt is genuine").waitFor();
  expect(problems.filter((problem) => !problem.includes("ERR_FAILED"))).toEqual([]);
});

test("the agent finds the guest's order among their own, and takes what the shop has earned along as a file", async () => {
  const { page, problems } = await stage.pages.openAs(agent, "/home/my-transactions", phone);
  await page.getByText("My shop", { exact: true }).waitFor();
  await page.goto("/home/shop");
  const earnings = page.getByRole("region", { name: "Earnings" });
  await earnings.getByText("This month by package (1)").click();
  const path = await (await exportFile(page)).path();
  const [heading, row] = (await readFile(path, "utf8")).replace("\ufeff", "").split(/\r?\n/);
  expect(heading).toBe("Package,Network,Orders,Guests paid (GHS),Earned (GHS)");
  expect(row).toBe("1 GB,MTNup2u,1,5.50,0.90");
  const office = await stage.pages.openAs(stage.shop.admin, "/admin/orders?status=completed", desk);
  await office.page.getByRole("table").getByText("Agent’s shop").waitFor();
  const asked = { packageId: "mtnup2u-1", price: 5.5, receiver: "0244123456", payer: "0244123457" };
  await stage.shop.call("POST", "/shop/ama-data/order", asked);
  const id = await payLast();
  await office.page.goto("/admin/orders?status=pending");
  await office.page
    .getByRole("row")
    .filter({ hasText: "024 412 3456" })
    .getByRole("button", { name: "Reject" })
    .click();
  const dialog = office.page.getByRole("alertdialog");
  await dialog.getByText("Guests of agents’ shops get all their money back").waitFor();
  await seesNone(dialog.getByText("wallet"));
  await dialog.getByRole("button", { name: "Yes, reject" }).click();
  await office.page.getByText("1 order rejected").waitFor();
  await office.page.goto("/admin/orders?status=rejected");
  await office.page.getByRole("button", { name: `Open order ${id}` }).click();
  await office.page.getByText("The guest gets the payment back.").waitFor();
  expect([...problems, ...office.problems]).toEqual([]);
});

test("what a guest has typed before the script came is not lost", async () => {
  const { page, problems } = await stage.pages.open(phone);
  const code = Promise.withResolvers<void>();
  await page.route("**/assets/shop/*.js", async (route) => {
    await code.promise;
    await route.continue();
  });
  await page.goto("/s/ama-data", { waitUntil: "commit" });
  await page.getByRole("radio", { name: "5 GB" }).check();
  await page.getByLabel("Number that gets it").fill("0244123456");
  const pay = page.getByRole("button", { name: /^Pay/ }).first();
  await sees(pay).isDisabled().toBe(true);
  code.resolve();
  await page.getByRole("button", { name: "Pay ¢25.00" }).waitFor();
  await sees(page.getByLabel("Number that gets it")).inputValue().toBe("024 412 3456");
  await page.getByText("5 GB MTNup2u for 024 412 3456").waitFor();
  expect(problems).toEqual([]);
});

test("a guest who looks at an old price is told, sees the new one, and can pay it", async () => {
  const { page } = await stage.pages.open(phone);
  await page.goto("/s/ama-data");
  await page.getByRole("radio", { name: "5 GB" }).check();
  await page.getByLabel("Number that gets it").fill("0244123456");
  await page.getByLabel("Number that pays").fill("0244123458");
  const prices = [{ package: "mtnup2u-2", price: 26 }];
  await stage.shop.as(agent).put("/user/shop/prices", { prices });
  await page.getByRole("button", { name: "Pay ¢25.00" }).click();
  await page.getByText("The price has changed").waitFor();
  await page.getByRole("button", { name: "Pay ¢26.00" }).click();
  await page.getByText("Waiting for the payment").waitFor();
  await sees(page.getByText("¢26.00")).hasCount(1);
});

test("a shop needs less script than the login page", async () => {
  const { page } = await stage.pages.open(phone);
  let bytes = 0;
  const reads: Promise<void>[] = [];
  page.on("requestfinished", (request) => {
    if (request.resourceType() === "script")
      reads.push(request.sizes().then(({ responseBodySize }) => void (bytes += responseBodySize)));
  });
  await page.goto("/s/ama-data");
  await settled(page);
  await Promise.all(reads);
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThanOrEqual(scriptBudget["/s"]);
});

test("a guest reports a shop, and an admin reads it, closes the shop and lets it sell again", async () => {
  const guest = await stage.pages.open(phone);
  await guest.page.goto("/s/ama-data");
  await sees(guest.page.getByRole("button", { name: /^Pay/ }).first())
    .isDisabled()
    .toBe(false);
  await guest.page.getByText("Something is wrong with this shop").click();
  await guest.page.getByLabel("I paid and got nothing").check();
  await guest.page.getByLabel("In your words, if you like").fill("<b>twice</b>");
  await guest.page.getByRole("button", { name: "Send the report" }).click();
  await guest.page.getByText("Thank you.").waitFor();

  const { page, problems } = await stage.pages.openAs(stage.shop.admin, "/admin/shops", desk);
  await page.getByRole("button", { name: "1 new report" }).click();
  const reports = page.getByRole("dialog", { name: "Reports about Ama's Data" });
  await reports.getByText("<b>twice</b>").waitFor();
  await reports.getByRole("button", { name: "I have looked at them" }).click();
  await reports.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Close", exact: true }).click();
  const question = page.getByRole("alertdialog", { name: "Close Ama's Data?" });
  await question.getByLabel("Reason").fill("reported twice");
  const yes = question.getByRole("button", { name: "Yes, close" });
  await sees(yes).isDisabled().toBe(false);
  await yes.click();
  await page.getByRole("cell", { name: "closed" }).waitFor();
  expect(await violationsInBothThemes(page, "shops")).toEqual([]);
  // Anything else may be answered from the browser's cache for some seconds.
  const gone = await guest.page.reload();
  expect(gone?.status()).toBe(404);
  await guest.page.getByRole("heading", { name: "There is no such shop" }).waitFor();
  await page.getByRole("button", { name: "Reopen" }).click();
  const again = page.getByRole("alertdialog", { name: "Let Ama's Data sell again?" });
  await again.getByText("Closed because: reported twice").waitFor();
  await again.getByLabel("Reason").fill("it was somebody else");
  await again.getByRole("button", { name: "Yes, reopen" }).click();
  await page.getByRole("cell", { name: "open", exact: true }).waitFor();
  expect((await guest.page.reload())?.status()).toBe(200);
  expect(problems).toEqual([]);
});

test("an agent opens a shop on a phone, sets prices by a margin, and is told which one is wrong", async () => {
  const esi = await stage.shop.addUser("esi", "0245550102", "Agent");
  const { page, problems } = await stage.pages.openAs(esi, "/home/shop", narrow);
  await page.getByLabel("Title").fill("Cedibook");
  await page.getByLabel("Name in the link").fill("esi-data");
  await page.getByRole("button", { name: "Open my shop" }).click();
  await page.getByText("This title is reserved. Please choose another").first().waitFor();
  await page.getByLabel("Title").fill("Esi's Data");
  await page.getByRole("radio", { name: "pink" }).check();
  await page.getByRole("button", { name: "Open my shop" }).click();
  const prices = page.getByRole("region", { name: "Prices" });
  const oneGb = prices.getByLabel("Your price for 1 GB MTNup2u");
  await oneGb.fill("4.59");
  await prices.getByRole("button", { name: "Save 1 price" }).click();
  await prices.getByText("At least ¢4.60, which is what you pay").waitFor();
  await prices.getByLabel("Margin in %").fill("10");
  await prices.getByRole("button", { name: "Fill in all prices" }).click();
  await sees(oneGb).inputValue().toBe("5.10");
  await prices.getByText("You earn ¢0.50").first().waitFor();
  await prices.getByRole("button", { name: /^Save \d+ prices/ }).click();
  await page.getByText("Your prices are saved").first().waitFor();
  await page.getByRole("region", { name: "Link" }).getByText("/s/esi-data").waitFor();
  expect(await violationsInBothThemes(page, "my shop")).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(narrow.width);

  const products = await stage.shop.pool.query("select packages from ledger.product where id = 'mtnup2u'");
  const packages = (products.rows[0].packages as { agent: number; id: string }[]).map((one) =>
    one.id === "mtnup2u-1" ? { ...one, agent: 5_20, customer: 6_00 } : one,
  );
  const facts = { network: "MTNup2u", status: "available", note: "", image: null, packages } as never;
  await stage.shop.command("change_product", "system", { product: "mtnup2u", facts });
  await page.reload();
  await page.getByText("You now pay more than you ask for 1 GB MTNup2u").waitFor();
  const guest = await stage.pages.open(phone, { javaScriptEnabled: false });
  await guest.page.goto("/s/esi-data");
  await guest.page.getByText("5 GB").waitFor();
  await seesNone(guest.page.getByText("¢5.10"));
  expect(problems.filter((problem) => !problem.includes("400"))).toEqual([]);
});
