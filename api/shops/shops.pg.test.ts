/** Agents' own shops over HTTP: names, prices, what strangers see, reports, and closing. */
import { beforeAll, expect, test } from "vitest";
import type { OwnShopAnswer, ShopAnswer, ShopRecord, ShopReport } from "#contract/shops.ts";
import type { Page } from "#contract/lists.ts";
import { openTestShop, type TestUser } from "#tools/testing/test-shop.ts";
import { addAgentShop, turnShopsOn } from "#tools/testing/valid-shops.ts";

const shop = openTestShop();
const agent = shop.userOfFile("ama", "0245550101", "Agent");
const other = shop.userOfFile("kofi", "0245550102", "Agent");
const customer = shop.userOfFile("esi", "0245550103", "Customer");

beforeAll(async () => {
  await turnShopsOn(shop);
});

const settings = {
  name: "ama-data",
  title: "Ama’s data".replace("’", "'"),
  colour: "green",
  greeting: "Welcome!",
  contact: "0245550101",
  isOpen: true,
};

function save(who: TestUser, change: object = {}) {
  return shop.as(who).put<OwnShopAnswer>("/user/shop", { ...settings, ...change });
}

function ask(who: TestUser, prices: { package: string; price: unknown }[]) {
  return shop.as(who).put<OwnShopAnswer>("/user/shop/prices", { prices });
}

function look(name: string) {
  return shop.call<ShopAnswer>("GET", `/shop/${name}`);
}

function admin<T>(method: string, path: string, body?: unknown) {
  return shop.call<T>(method, path, body, { token: shop.admin.token });
}

test("an agent opens a shop, sets a price, and a stranger sees both", async () => {
  expect(await save(agent)).toMatchObject({
    status: 200,
    body: { shop: { name: "ama-data", closedBecause: null } },
  });
  expect((await look("ama-data")).body).toMatchObject({ title: settings.title, packages: [] });
  const asked = await ask(agent, [{ package: "mtnup2u-1", price: 5 }]);
  expect(asked.body.packages.find(({ _id }) => _id === "mtnup2u-1")).toMatchObject({
    cost: 4.6,
    highest: 9.2,
    price: 5,
  });
  expect(await look("ama-data")).toMatchObject({
    status: 200,
    body: {
      name: "ama-data",
      colour: "green",
      greeting: "Welcome!",
      contact: "0245550101",
      isOpen: true,
      packages: [{ _id: "mtnup2u-1", network: "MTNup2u", offer: "1 GB", price: 5 }],
    },
  });
});

test("what a stranger gets does not say who the agent is, or what they pay", async () => {
  const { body } = await look("ama-data");
  expect(Object.keys(body).sort()).toEqual(
    ["colour", "contact", "greeting", "isOpen", "name", "packages", "title"].sort(),
  );
  expect(Object.keys(body.packages[0] ?? {}).sort()).toEqual(["_id", "network", "offer", "price"]);
  expect(JSON.stringify(body)).not.toContain(agent._id);
});

test.each([
  ["negative margin", 4.59, "price_below_cost", 4.6],
  ["margin overflow", 9.21, "price_above_highest", 9.2],
  ["margin overflow", 99_999_999, "amount_invalid", undefined],
  ["a negative price", -5, "input_invalid", undefined],
  ["a number with three decimals", 5.001, "input_invalid", undefined],
  ["a huge number", "9".repeat(30), "input_invalid", undefined],
  ["no number", "NaN", "input_invalid", undefined],
])("%s: a price of %s is refused and changes nothing", async (_, price, code, nearest) => {
  const answer = await ask(agent, [{ package: "mtnup2u-1", price }]);
  const said = answer.body as object as { code: string; price?: number };
  expect([said.code, said.price]).toEqual([code, nearest]);
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect((await look("ama-data")).body.packages).toMatchObject([{ price: 5 }]);
});

test("one wrong price among many changes none of them", async () => {
  const prices = [
    { package: "mtnup2u-1", price: 6 },
    { package: "mtnup2u-2", price: 1 },
  ];
  expect((await ask(agent, prices)).body).toMatchObject({ code: "price_below_cost" });
  expect((await look("ama-data")).body.packages).toMatchObject([{ price: 5 }]);
});

test.each([
  ["admin", "the owner's people"],
  ["test-shop-official", "the owner's people"],
  ["mtn", "a network"],
])("the name %s is reserved: it could be taken for %s", async (name) => {
  const { status, body } = await save(other, { name });
  expect(status).toBe(400);
  expect(body).toMatchObject({ fields: { name: expect.stringContaining("reserved") } });
});

test("neither a name nor a title can look like the owner's own shop", async () => {
  const owner = "Cedibook";
  for (const name of ["cedibook", "cedi-book", "ced1b00k", "cedib00k-kumasi"])
    expect((await save(other, { name })).body, name).toMatchObject({ fields: { name: expect.anything() } });
  for (const title of [owner, owner.toUpperCase(), `${owner} Kumasi`])
    expect((await save(other, { name: "kofi-data", title })).body, title).toMatchObject({
      fields: { title: expect.anything() },
    });
  expect((await look("kofi-data")).status).toBe(404);
});

test("HTML in a greeting stays text, and a title has none", async () => {
  const greeting = `<img src=x onerror="alert(1)"></script>&`;
  expect((await save(agent, { greeting })).body.shop).toMatchObject({ greeting });
  expect((await save(agent, { title: "<b>Ama</b>" })).body).toMatchObject({
    fields: { title: expect.anything() },
  });
  await save(agent);
});

test("nobody takes the name of another's shop, not even one that was given up, and two at once get one", async () => {
  expect((await save(other)).body).toMatchObject({ code: "shop_name_taken" });
  await save(agent, { name: "ama-bundles" });
  expect((await look("ama-data")).body).toMatchObject({ name: "ama-bundles" });
  expect((await save(other)).body).toMatchObject({ code: "shop_name_taken" });
  await save(agent);
  expect((await look("ama-bundles")).body).toMatchObject({ name: "ama-data" });
  const third = await shop.addUser("yaw", "0245550104", "Agent");
  const both = await Promise.all([save(other, { name: "fresh" }), save(third, { name: "fresh" })]);
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]));
});

test("an agent has a few names in all, and may go back to each", async () => {
  const many = await shop.addUser("many", "0245550105", "Agent");
  for (const name of ["one-1", "two-2", "three-3", "four-4", "five-5"])
    expect((await save(many, { name })).status).toBe(200);
  expect((await save(many, { name: "six-6" })).body).toMatchObject({ code: "shop_names_used_up" });
  expect((await save(many, { name: "two-2" })).body.shop).toMatchObject({ name: "two-2" });
});

test("a customer has no shop, and an agent has none while shops are off", async () => {
  expect((await save(customer, { name: "esi-data" })).body).toMatchObject({ code: "shop_agents_only" });
  expect((await shop.as(customer).get("/user/shop")).status).toBe(403);
  const seen = { isOn: true, highest: 2, feeBy: "shop" };
  const off = { ...seen, isOn: false };
  expect((await admin("PUT", "/extra/shops", { ...off, seen })).body).toEqual(off);
  expect((await look("ama-data")).body).toMatchObject({ code: "shop_unknown" });
  expect((await save(agent)).body).toMatchObject({ code: "shops_off" });
  expect((await ask(agent, [{ package: "mtnup2u-1", price: 6 }])).body).toMatchObject({ code: "shops_off" });
  expect((await admin("PUT", "/extra/shops", { ...seen, seen })).body).toMatchObject({
    code: "changed_meanwhile",
  });
  await admin("PUT", "/extra/shops", seen);
  expect((await look("ama-data")).status).toBe(200);
});

test("an admin closes a shop with a reason that its agent reads, and strangers find nothing there", async () => {
  const path = `/shops/${agent._id}`;
  expect((await admin("PUT", `${path}/close`, { reason: " " })).status).toBe(400);
  expect((await admin("PUT", `${path}/close`, { reason: "pretends to be MTN" })).status).toBe(200);
  const closed = await look("ama-data");
  const unknown = await look("nobody");
  const { requestId: _, ...first } = closed.body as object as { requestId: string };
  const { requestId: __, ...second } = unknown.body as object as { requestId: string };
  expect([closed.status, first]).toEqual([unknown.status, second]);
  const own = await shop.as(agent).get<OwnShopAnswer>("/user/shop");
  expect(own.body.shop).toMatchObject({ closedBecause: "pretends to be MTN" });
  const list = await admin<Page<ShopRecord>>("GET", "/shops?limit=20&state=closed");
  expect(list.body.items).toMatchObject([
    { name: "ama-data", state: "closed", closedBecause: "pretends to be MTN", offers: 1 },
  ]);
  expect((await admin("PUT", `${path}/reopen`, { reason: "put right" })).status).toBe(200);
  expect((await look("ama-data")).status).toBe(200);
  const acts = await admin<Page<{ changes: unknown }>>("GET", `/audit/acts?limit=20&user=${agent._id}`);
  expect(JSON.stringify(acts.body)).toContain("closed: pretends to be MTN");
});

test("a shop of an agent who is banned, or is none any more, is gone", async () => {
  await shop.command("change_level", "system", { user: agent._id, level: "Customer" });
  expect((await look("ama-data")).status).toBe(404);
  await shop.command("change_level", "system", { user: agent._id, level: "Agent" });
  await shop.command("change_status", "system", { user: agent._id, status: "Banned" });
  expect((await look("ama-data")).status).toBe(404);
  await shop.command("change_status", "system", { user: agent._id, status: "Active" });
  expect((await look("ama-data")).status).toBe(200);
});

test("a shop that its agent has closed for now shows its prices", async () => {
  await save(agent, { isOpen: false });
  expect((await look("ama-data")).body).toMatchObject({ isOpen: false, packages: [{ price: 5 }] });
  await save(agent);
});

test("strangers report a shop a few times a day, and an admin looks at what they say", async () => {
  const path = "/shop/ama-data/report";
  const report = () => shop.call("POST", path, { kind: "not delivered", said: "<b>paid</b>" });
  expect((await shop.call("POST", path, { kind: "made up", said: "" })).status).toBe(400);
  const answers = [];
  while (answers.at(-1) !== 429 && answers.length < 30) answers.push((await report()).status);
  const reported = answers.indexOf(429);
  expect(reported).toBeGreaterThan(0);
  const list = await admin<Page<ShopRecord>>("GET", "/shops?limit=20&search=ama-da");
  expect(list.body.items).toMatchObject([{ newReports: reported, reports: reported }]);
  const reports = await admin<ShopReport[]>("GET", `/shops/${agent._id}/reports`);
  expect(reports.body[0]).toMatchObject({ kind: "not delivered", said: "<b>paid</b>", isNew: true });
  await admin("PUT", `/shops/${agent._id}/reports`);
  expect((await admin<Page<ShopRecord>>("GET", "/shops?limit=20&search=ama-da")).body.items).toMatchObject([
    { newReports: 0, reports: reported },
  ]);
});

test("the list of shops is paged, and searched by name, title and agent", async () => {
  for (const n of [1, 2, 3]) await addAgentShop(shop, `listed-${n}`);
  const first = await admin<Page<ShopRecord>>("GET", "/shops?limit=2&search=listed");
  expect(first.body).toMatchObject({ total: 3, items: [{ name: "listed-3" }, { name: "listed-2" }] });
  const rest = await admin<Page<ShopRecord>>("GET", `/shops?limit=2&search=listed&cursor=${first.body.next}`);
  expect(rest.body.items).toMatchObject([{ name: "listed-1" }]);
});
