/** Everything with the keyboard alone: no clicks, and no field filled by script. */
import { expect, test } from "vitest";
import { openStage } from "./stage.ts";
import { openAs, tabTo, typeInto, pressOn } from "./keyboard-steps.ts";

openStage();

test("makes a purchase with the keyboard alone", async () => {
  const { page, user } = await openAs("nobody", "/");
  await typeInto(page, page.getByLabel("Phone"), user.phone);
  await page.keyboard.press("Tab");
  await page.keyboard.type(user.password);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/home");
  await page.goto("/home/buy/MTNup2u");
  await typeInto(page, page.getByLabel("Beneficiary number"), "0244123456");
  await tabTo(page, page.getByRole("radio").first());
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowRight");
  await pressOn(page, page.getByRole("button", { name: /^Pay ¢/ }));
  const question = page.getByRole("alertdialog");
  await question.getByRole("button", { name: /^Yes, pay/, disabled: false }).waitFor();
  await pressOn(page, question.getByRole("button", { name: /^Yes, pay/ }));
  await page.getByText("Purchase made successfully").first().waitFor();
  await expect.poll(() => new URL(page.url()).pathname).toBe("/home/my-transactions");
});
