/** Orders, the wallet statement, and top-ups from request to wallet. */
import { expect, test } from "vitest";
import { phone, signedIn } from "./pages.ts";
import { openCustomer, openStage } from "./stage.ts";
import { buyer, orderRows } from "./transactions-steps.ts";
import { sees } from "./sees.ts";

const stage = openStage();

test("an open receipt's timeline updates, and the receipt can be shared and printed", async () => {
  const { shop } = stage;
  const user = await buyer(1);
  const { page } = await stage.pages.open();
  await page.addInitScript(() => {
    Object.assign(window, { shared: null, printed: 0 });
    Object.defineProperty(navigator, "share", {
      value: (data: unknown) => Promise.resolve(Object.assign(window, { shared: data })),
    });
    window.print = () => Object.assign(window, { printed: 1 });
  });
  await signedIn(page, user);
  await page.goto("/home/my-transactions");
  const row = orderRows(page).first();
  const order = await row.getAttribute("data-order");
  const badge = (status: string) => row.getByText(status, { exact: true }).getAttribute("class");
  expect(await badge("pending")).toContain("bg-warning-soft");
  await row.click();
  const timeline = page.getByRole("dialog").getByRole("list", { name: "What happened" });
  await timeline.getByText("Waiting for the shop").waitFor();
  const move = (status: string) => shop.as(shop.admin).put(`/order/update-status/${order}`, { status });
  await move("processing");
  await timeline.getByText("Being delivered").waitFor();
  await move("completed");
  await timeline.getByText("completed", { exact: true }).waitFor();
  expect(await badge("completed")).toContain("bg-success-soft");
  await sees(timeline.getByRole("listitem")).hasCount(3);
  await page.getByRole("button", { name: "Share" }).click();
  const shared = () => page.evaluate(() => (window as unknown as { shared: { text: string } | null }).shared);
  await expect.poll(async () => (await shared())?.text ?? "").toContain("5 GB MTNup2u for 024 412 3410");
  await page.getByRole("button", { name: "Print" }).click();
  await expect.poll(() => page.evaluate(() => (window as unknown as { printed: number }).printed)).toBe(1);
  await page.getByRole("button", { name: "Signed receipt" }).click();
  await page.getByRole("img", { name: "The receipt as a code" }).waitFor();
  // The print is white in every theme, and names the shop.
  await page.evaluate(() => (document.documentElement.dataset["theme"] = "dark"));
  await page.emulateMedia({ media: "print" });
  await sees(page.getByRole("searchbox")).isVisible().toBe(false);
  await sees(timeline).isVisible().toBe(true);
  await sees(page.getByRole("dialog").getByText("Cedibook", { exact: true }))
    .isVisible()
    .toBe(true);
  const paper = await page.getByRole("dialog").evaluate((dialog) => {
    const { color, backgroundColor } = getComputedStyle(dialog);
    return { color, backgroundColor, top: dialog.getBoundingClientRect().top };
  });
  expect(paper).toEqual({ color: "rgb(20, 32, 27)", backgroundColor: "rgb(255, 255, 255)", top: 0 });
});

test("whoever is shown a receipt can check it without an account, and without a connection once the page is there", async () => {
  const { shop } = stage;
  const user = await buyer(1);
  const { body } = await shop
    .as(user)
    .get<{ items: { _id: string; chargedAt: number }[] }>("/order/allorders?limit=1");
  const { _id: order, chargedAt } = body.items[0]!;
  for (const status of ["processing", "completed"])
    await shop.as(shop.admin).put(`/order/update-status/${order}`, { status });
  const { page: own } = await stage.pages.open(phone, {
    permissions: ["clipboard-read", "clipboard-write"],
  });
  await signedIn(own, user);
  await own.goto(`/home/my-transactions?receipt=${order}`);
  await own.getByRole("button", { name: "Signed receipt" }).click();
  await own.getByRole("button", { name: "Copy receipt" }).click();
  await expect.poll(() => own.evaluate(() => navigator.clipboard.readText())).toContain("/check#");
  const link = await own.evaluate(() => navigator.clipboard.readText());

  const { page } = await stage.pages.open();
  await page.goto(link);
  const verdict = page.getByRole("status");
  await verdict.getByText("This receipt is genuine").waitFor();
  for (const text of ["5 GB MTNup2u", "024***3410", "¢22.50", "It was not corrected later"])
    await verdict.getByText(text).waitFor();
  const correction = { user: user._id, amount: 2250, reason: "not delivered", corrects: chargedAt };
  await shop.command("correct_balance", shop.admin._id, correction);
  await page.reload();
  await verdict.getByText("¢22.50 was refunded on").waitFor();
  await page.context().setOffline(true);
  const check = async (text: string, title: string) => {
    await page.getByLabel("Receipt").fill(text);
    await page.getByRole("button", { name: "Check" }).click();
    await verdict.getByText(title).waitFor();
  };
  await check(
    link.replace(/.$/, (last) => (last === "A" ? "Q" : "A")),
    "This receipt was changed",
  );
  await check("hello", "This is not a whole receipt");
  await check(link, "This receipt is genuine");
  await page.context().setOffline(false);
});

test("a top-up goes from the notice to the wallet, and its card turns green automatically", async () => {
  const { shop } = stage;
  const { page } = await openCustomer(0, "/home/topup", phone, {
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const pay = page.getByRole("button", { name: "Pay", exact: true });
  await sees(pay).isDisabled().toBe(true);
  // It only looks disabled: pressing it leads to the amount and says what is wrong with it.
  await pay.click({ force: true });
  await expect
    .poll(() => page.getByLabel("Amount").evaluate((field) => field === document.activeElement))
    .toBe(true);
  await sees(page.getByLabel("Amount")).getAttribute("aria-invalid").toBe("true");
  for (const bad of [".", "0", "1.234", "50,00", "49.99"]) {
    await page.getByLabel("Amount").fill(bad);
    await sees(pay).isDisabled().toBe(true);
  }
  await page.getByText("Please enter an amount of at least 50.00").waitFor();
  await page.getByLabel("Amount").fill("GHS 1,200.50");
  await pay.click();
  await page.getByRole("dialog", { name: "PAYMENT NOTICE" }).getByText("¢1,200.50").waitFor();
  // The specification's notice is static: a tap outside does not close it.
  await page.mouse.click(5, 5);
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "¢200" }).click();
  await sees(page.getByLabel("Amount")).inputValue().toBe("200.00");
  await page.getByLabel("Amount").fill("60");
  await pay.click();
  const notice = page.getByRole("dialog", { name: "PAYMENT NOTICE" });
  for (const text of ["¢60.00", "024 000 0009", "Ama's Data Shop"]) await notice.getByText(text).waitFor();
  const reference = await notice.getByTestId("reference").innerText();
  for (const [what, copied] of [
    ["amount", "60.00"],
    ["number", "0240000009"],
    ["name", "Ama's Data Shop"],
    ["reference", reference],
  ]) {
    await notice.getByRole("button", { name: `Copy ${what}` }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(copied);
  }
  await notice.getByText("Copied").first().waitFor();
  const transaction = notice.getByLabel("MoMo transaction ID");
  await transaction.fill("no spaces!");
  await notice.getByRole("button", { name: "I have paid" }).click();
  await expect.poll(() => transaction.evaluate((field) => field === document.activeElement)).toBe(true);
  await notice.getByText("A MoMo transaction ID has only letters and digits").waitFor();
  await transaction.fill("MP261121.1234");
  await notice.getByRole("button", { name: "I have paid" }).click();
  await page
    .getByText(`Recharge request submitted successfully. Your reference ID is ${reference}`)
    .waitFor();
  const card = page.getByTestId("topup-card");
  await card.getByText("is waiting for the shop").waitFor();
  await shop.as(shop.admin).put(`/recharge/${reference.slice(2)}/approve`, {});
  await card.getByText("is in your wallet.").waitFor();
  await sees(card).getAttribute("data-status").toBe("approved");
  await page.getByText("Available balance").getByText("¢60.00").waitFor();
  const history = page.getByRole("region", { name: "Funding History" });
  await history.getByText(reference).waitFor();
  await sees(history.getByRole("columnheader")).allInnerTexts().toEqual([]);
});
