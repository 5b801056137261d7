/** The office's list of payments that do not wait to be matched, and that an admin has to look at all the same. */
import { expect, test } from "vitest";
import { violationsInBothThemes } from "./axe.ts";
import { officeWidths, openOffice } from "./office.ts";
import { seesNone } from "./sees.ts";

const { stage, newUser, open } = openOffice();

const name = "Payments to look at";
let made = 0;

async function addOdd(of: {
  kind: string;
  user?: string;
  other?: string;
  currency?: string;
  domain?: string;
}) {
  made += 1;
  const { kind, user = null, other = null, currency = "GHS", domain = "live" } = of;
  await stage.shop.pool.query(
    `insert into shop.odd_payment (kind, rail, transaction, other, reference, user_id, amount, currency, domain)
     values ($1, 'paystack', $2, $3, $2, $4, 123456, $5, $6)`,
    [kind, `40992600${made}`, other, user, currency, domain],
  );
}

test.each(officeWidths)("on %s, an admin sees such payments and marks one as handled", async (_, size) => {
  await stage.shop.pool.query("delete from shop.odd_payment");
  const { page, problems } = await open("/admin/payments", size);
  const section = page.getByRole("region", { name });
  await page.getByText("Every payment is matched").waitFor();
  await seesNone(section);
  const { _id: user, username } = await newUser();
  await addOdd({ kind: "not booked", currency: "NGN", user });
  await addOdd({ kind: "not booked", domain: "test" });
  await addOdd({ kind: "paid twice", user, other: "4099260777" });
  await addOdd({ kind: "refund failed", user, other: "358901" });
  await page.reload();
  await section
    .getByText(`NGN 1,234.56 from ${username}: not in the books, because it is not in cedis.`)
    .waitFor();
  await section.getByText("it is of the test domain, and not of the shop's").waitFor();
  await section.getByText("paid twice, because two payments were open at the same time.").waitFor();
  await section.getByText("refund 358901 failed, so the shop has the money again.").waitFor();
  expect(await violationsInBothThemes(page, "payments to look at")).toEqual([]);
  await section.getByRole("button", { name: "Handled" }).first().click();
  const dialog = page.getByRole("dialog", { name: "What was done about NGN 1,234.56" });
  await dialog.getByRole("button", { name: "Mark as handled" }).click();
  await dialog.getByText("Please enter what you have done about it").waitFor();
  await dialog.getByLabel("Note").fill("sent back in the dashboard");
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "hidden" });
  await section.getByText("NGN 1,234.56").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "All", exact: true }).click();
  await section.getByText("by admin: sent back in the dashboard").waitFor();
  expect(problems).toEqual([]);
});
