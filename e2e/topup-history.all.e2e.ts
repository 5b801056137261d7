/** The details of a top-up request in the office: who asked for it, and who decided and corrected it. */
import { expect, test } from "vitest";
import { violationsInBothThemes } from "./axe.ts";
import { nextPhone } from "./stage.ts";
import { officeWidths, openOffice } from "./office.ts";

const { stage, newUser, open } = openOffice();

test.each(officeWidths)("a request names who did each step, live, on %s", async (name, size) => {
  const { shop } = stage;
  const buyer = await newUser();
  const kofi = await shop.addUser(`kofi${name.slice(2)}`, nextPhone(), "Admin");
  const { body } = await shop
    .as(buyer)
    .post<{ recharge: { _id: string; rechargeId: string } }>("/recharge", { amount: 60 });
  const { _id, rechargeId } = body.recharge;
  const { page, problems } = await open(`/admin/finance?wait=${rechargeId}`, size);
  await page
    .getByRole("button", { name: `Show request ${rechargeId}` })
    .first()
    .click();
  const sheet = page.getByRole("dialog", { name: `Request ${rechargeId}` });
  const steps = async () =>
    (await sheet.getByRole("list", { name: "What happened" }).getByRole("listitem").allInnerTexts()).map(
      (text) =>
        text
          .replace(/\d\d\/\d\d\/\d{4} \d\d:\d\d/, "")
          .replace(/\s+/g, " ")
          .trim(),
    );
  await expect.poll(steps).toEqual([`Asked by ${buyer.username}`, "Waiting for the shop"]);
  await shop.command("decline_topup", kofi._id, { topup: Number(_id), reason: "no payment came" });
  await expect
    .poll(steps)
    .toEqual([`Asked by ${buyer.username}`, `Declined by ${kofi.username} no payment came`]);
  expect(await violationsInBothThemes(page, "request")).toEqual([]);
  expect(problems).toEqual([]);
});
