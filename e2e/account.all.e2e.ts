/** Home, profile and support: what customers see of the shop and of their own account. */
import { expect, test } from "vitest";
import { desk, signedIn, signIn } from "./pages.ts";
import { nextPhone, openCustomer, openStage } from "./stage.ts";
import { sees } from "./sees.ts";

const stage = openStage();

test("the notice updates live, a long notice can be opened, and support links come from the admin's settings", async () => {
  const { shop } = stage;
  const { page } = await openCustomer(0, "/home");
  const board = page.getByRole("region", { name: "Notice board" });
  await board.waitFor();
  const noticeContent = `Closed on Sunday. ${"Orders are delivered on Monday morning. ".repeat(6)}`;
  await shop.as(shop.admin).put("/extra/notice", { noticeContent });
  await board.getByText("Closed on Sunday.").waitFor();
  await board.getByRole("button", { name: "Read all" }).click();
  await board.getByRole("button", { name: "Show less" }).waitFor();
  const links = { supportGroup: "https://chat.example/group", supportChat: "https://chat.example/ama" };
  await shop.as(shop.admin).put("/extra/support-links", links);
  await page.getByRole("button", { name: "Support" }).click();
  const support = page.getByRole("dialog", { name: "Support" });
  for (const [name, href] of [
    ["Join our group", links.supportGroup],
    ["Chat with us", links.supportChat],
  ] as const) {
    const link = support.getByRole("link", { name });
    await link.waitFor();
    await sees(link).getAttribute("href").toBe(href);
    await sees(link).getAttribute("rel").toContain("noopener");
  }
  await shop.as(shop.admin).put("/extra/notice", { noticeContent: "" });
});

test("saves a new username in lower case, asks for the password before changing the phone, and keeps the email", async () => {
  const { user, page } = await openCustomer(0, "/home/user-details");
  const name = `Kwame${nextPhone()}`;
  await page.getByLabel("Username").fill(name);
  await sees(page.getByLabel("Username")).inputValue().toBe(name.toLowerCase());
  await page.getByText("Email cannot be changed").waitFor();
  await sees(page.getByLabel("Email")).isEditable().toBe(false);
  await page.getByRole("button", { name: "Update Profile" }).click();
  await page.getByText("Profile updated successfully").waitFor();
  const phone = nextPhone();
  await page.getByLabel("Phone").fill(phone);
  await page.getByRole("button", { name: "Update Profile" }).click();
  await page.getByText("Please enter your current password").first().waitFor();
  await page.getByLabel("Current password").fill("not this");
  await page.getByRole("button", { name: "Update Profile" }).click();
  await page.getByRole("alert").getByText("This is not your current password").waitFor();
  await page.getByLabel("Current password").fill(user.password);
  // A login before the number has changed would count as a failed attempt, and only a few are allowed.
  const saved = page.waitForResponse((answer) => answer.url().endsWith("/api/user/update-profile"));
  await page.getByRole("button", { name: "Update Profile" }).click();
  expect((await saved).status()).toBe(200);
  expect((await stage.shop.login(phone, user.password)).username).toBe(name.toLowerCase());
  // A proxy answers in its own format, so the page shows the specification's text.
  const gone = { status: 502, contentType: "text/html", body: "<h1>Bad gateway</h1>" };
  await page.route("**/api/user/update-profile", (route) => route.fulfill(gone), { times: 1 });
  await page.getByLabel("First name").fill("Kwame");
  await page.getByRole("button", { name: "Update Profile" }).click();
  // The toast is checked first, because it disappears. The alert stays.
  const toast = page.locator("[data-variant=danger]");
  await toast.getByText("Error updating profile", { exact: true }).waitFor();
  await page.getByRole("alert").getByText("Error updating profile", { exact: true }).waitFor();
  await sees(page.getByLabel("First name")).inputValue().toBe("Kwame");
});

test("changes the password on the profile, which signs the other devices out", async () => {
  const { shop } = stage;
  const user = await shop.addUser(`pw${nextPhone()}`, nextPhone());
  const other = await shop.login(user.phone, user.password);
  const { page } = await stage.pages.openAs(user, "/home/user-details");
  const card = page.getByRole("region", { name: "Password" });
  const send = card.getByRole("button", { name: "Change password" });
  await send.click();
  await card.getByLabel("Current password").fill("not this");
  await card.getByLabel("New password", { exact: true }).fill("short");
  await card.getByLabel("Repeat the new password").fill("short");
  await send.click();
  await expect
    .poll(() => card.getByLabel("New password", { exact: true }).getAttribute("aria-invalid"))
    .toBe("true");
  await card.getByLabel("New password", { exact: true }).fill("five yellow lorries");
  await send.click();
  await card.getByText("Passwords do not match").waitFor();
  await card.getByLabel("Repeat the new password").fill("five yellow lorries");
  await send.click();
  // The server's answer is shown at its field, which gets the focus.
  const current = card.getByLabel("Current password");
  await expect.poll(() => current.getAttribute("aria-invalid")).toBe("true");
  await expect.poll(() => current.evaluate((field) => field === document.activeElement)).toBe(true);
  await current.fill(user.password);
  // The answer is lost, but the password is changed. Sending the form again finds the same result.
  await page.route(
    "**/api/user/change-password",
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await send.click();
  await card.getByRole("alert").waitFor();
  await send.click();
  await page.getByText("Your password has been changed.").first().waitFor();
  await current.waitFor({ state: "detached" });
  expect((await shop.login(user.phone, "five yellow lorries"))._id).toBe(user._id);
  expect((await shop.as(other).get("/user?mine=1")).status).toBe(401);
  await page.reload();
  await page.getByText("Account type").waitFor();
});

test("agents do not see Become Agent, admins see GoToAdmin, and nobody else can open /admin", async () => {
  const agent = await stage.shop.addUser(`ag${nextPhone()}`, nextPhone(), "Agent");
  const one = await stage.pages.openAs(agent, "/home");
  await one.page.getByTestId("balance").waitFor();
  await sees(one.page.getByRole("button", { name: "Become Agent" })).hasCount(0);
  await sees(one.page.getByRole("link", { name: "GoToAdmin" })).hasCount(0);
  await one.page.goto("/admin");
  await one.page.waitForURL("**/home");
  const admin = await stage.pages.openAs(stage.shop.admin, "/home");
  await admin.page.getByRole("link", { name: "GoToAdmin" }).click();
  await admin.page.waitForURL("**/admin");
});

test("a new agent sees agent prices on the open page, and pages stay live", async () => {
  const { shop } = stage;
  const user = await shop.addUser(`lv${nextPhone()}`, nextPhone(), "Customer", 10_000);
  const { body } = await shop.buy(user);
  const buying = await stage.pages.open(desk);
  const listing = await stage.pages.open(desk);
  for (const { page } of [buying, listing]) await signedIn(page, user);
  await buying.page.goto("/home/buy/MTNup2u");
  await buying.page.getByLabel("Beneficiary number").fill("0244123456");
  await buying.page.getByRole("radio", { name: /^1 GB.*¢4\.80/ }).check();
  await listing.page.goto("/home/my-transactions");
  const row = listing.page.locator(`[data-order="${body._id}"]`);
  await row.getByText("pending").waitFor();
  const token = shop.admin.token;
  const answer = await shop.as({ token }).put(`/user/${user._id}/level`, { userLevel: "Agent" });
  expect(answer.status).toBe(200);
  await buying.page.getByRole("button", { name: "Pay ¢4.60" }).waitFor();
  for (const { page } of [buying, listing])
    await page.getByRole("button", { name: "Become Agent" }).waitFor({ state: "detached" });
  await shop.as({ token }).put(`/order/update-status/${body._id}`, { status: "processing" });
  await row.getByText("processing").waitFor();
  const credit = { user: user._id, amount: 1000, reason: "welcome", corrects: null };
  await shop.command("correct_balance", "system", credit);
  await buying.page.getByText("Balance after").locator("..").getByText("¢100.60").waitFor();
  expect([...buying.problems, ...listing.problems]).toEqual([]);
});

test("agents can show, copy and replace their API key, and customers have none", async () => {
  const agent = await stage.shop.addUser("keyholder", nextPhone(), "Agent", 10_000);
  const { page, problems } = await stage.pages.open();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await signedIn(page, agent);
  await page.goto("/home/user-details");
  const card = page.getByRole("region", { name: "API key" });
  await card.getByText("Never used").waitFor();
  await sees(card.getByText(/^cb_/)).hasCount(0);
  await card.getByRole("button", { name: "Copy API key" }).click();
  await card.getByText("Copied").waitFor();
  const key = await page.evaluate(() => navigator.clipboard.readText());
  const opens = async (apiKey: string) =>
    (await stage.shop.call("GET", "/order/allorders", undefined, { apiKey })).status;
  expect(await opens(key)).toBe(200);
  await card.getByRole("button", { name: "Show" }).click();
  await card.getByText(key).waitFor();
  await card.getByRole("button", { name: "Replace" }).click();
  await page.getByRole("alertdialog").getByRole("checkbox").click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Yes, replace" }).click();
  await card.getByText("The key before it works until").waitFor();
  expect(await opens(key)).toBe(200);
  const second = await card.getByText(/^cb_/).innerText();
  await card.getByRole("button", { name: "Replace" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Yes, replace" }).click();
  // The first replacement's notification may still be there, so only the new key shows that this one is done.
  await expect.poll(() => card.getByText(/^cb_/).innerText()).not.toBe(second);
  for (const old of [key, second]) expect(await opens(old)).toBe(401);
  expect(await opens(await card.getByText(/^cb_/).innerText())).toBe(200);
  expect(problems).toEqual([]);

  const other = await stage.pages.openAs(
    await stage.shop.addUser("nokeys", nextPhone()),
    "/home/user-details",
  );
  await other.page.getByText("Account type").waitFor();
  await sees(other.page.getByRole("region", { name: "API key" })).hasCount(0);
});

test("users who prefer reduced motion see no motion", async () => {
  const user = await stage.shop.addUser(`m${nextPhone()}`, nextPhone());
  for (const [reducedMotion, wanted] of [
    ["no-preference", "0.3s"],
    ["reduce", "0s"],
  ] as const) {
    const { page } = await stage.pages.openAs(user, "/home", undefined, { reducedMotion });
    await page.getByRole("button", { name: "Support" }).click();
    const sheet = page.getByRole("dialog", { name: "Support" });
    await sheet.waitFor();
    expect(await sheet.evaluate((element) => getComputedStyle(element).transitionDuration)).toBe(wanted);
  }
});

test("users who save data see letters instead of images", async () => {
  const png =
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";
  const { body: products } = await stage.shop.call<{ _id: string; network: string; packages: unknown[] }[]>(
    "GET",
    "/product",
  );
  const product = products.find(({ network }) => network === "MTNup2u");
  const { status } = await stage.shop
    .as(stage.shop.admin)
    .put(`/product/${product?._id ?? ""}`, { ...product, image: png });
  expect(status).toBe(200);
  const user = await stage.shop.addUser(`d${nextPhone()}`, nextPhone());
  for (const saves of [false, true]) {
    const { page } = await stage.pages.open();
    await page.addInitScript((value) => {
      Object.defineProperty(navigator, "connection", { value: { saveData: value } });
    }, saves);
    await signedIn(page, user);
    await page.goto("/home");
    const tile = page.getByRole("navigation", { name: "Networks" }).locator("a[href$='MTNup2u']");
    await tile.waitFor();
    await expect.poll(() => tile.locator("img").count()).toBe(saves ? 0 : 1);
  }
});

test("the page does not store an agent's API key, neither after the login nor after the tokens are renewed", async () => {
  const agent = await stage.shop.addUser("unstored", nextPhone(), "Agent");
  const { page } = await stage.pages.open();
  await signIn(page, agent);
  const stored = () => page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
  expect(await stored()).toContain(agent._id);
  expect(await stored()).not.toContain("cb_");
  await page.evaluate(() => {
    const { refreshToken, ...record } = JSON.parse(localStorage.getItem("userInfo") ?? "{}") as {
      refreshToken: string;
    };
    localStorage.setItem("userInfo", JSON.stringify({ ...record, refreshToken, token: "expired" }));
  });
  await page.reload();
  await expect.poll(stored).not.toContain('"expired"');
  await page.getByTestId("balance").waitFor();
  expect(await stored()).not.toContain("cb_");
});
