/** What move-in.e2e.ts and move-in.all.e2e.ts do on these pages. */
import type { Locator, Page } from "playwright-core";
import type { TestUser } from "#tools/testing/test-shop.ts";
import { stage } from "./stage.ts";

export function file(name: string, text: string | Buffer) {
  return { name, mimeType: "text/csv", buffer: Buffer.from(text) };
}

/** Two users under a heading that nobody knows, a line that is refused, and a product. */
export function files(prefix: string) {
  return [
    file(
      "old-users.csv",
      `Tel;Name;Wallet\r\n${prefix}0001;ama ${prefix};1,204.50\r\n${prefix}0002;kofi ${prefix};GHS 4\r\n12345;esi;1\r\n`,
    ),
    file(
      "old-products.csv",
      `network,offer,price\n${prefix === "024111" ? "Telecel" : "AirtelTigo"},1 GB,4.80\n`,
    ),
  ];
}

export async function prove(page: Page, { password }: TestUser): Promise<void> {
  const dialog = page.getByRole("alertdialog", { name: "Confirm that it is you" });
  await dialog.getByLabel("Your password", { exact: true }).fill(password);
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await dialog.waitFor({ state: "hidden" });
}

export function firstCard(page: Page): Locator {
  return page.getByRole("list", { name: "Checks" }).getByRole("listitem").first();
}

/** In pesewas, of the user with this number. */
export async function balance(phone: string): Promise<unknown> {
  const { rows } = await stage.shop.pool.query(
    `select w.balance from ledger.wallet w join shop."user" u on u.id = w.user_id where u.phone = $1`,
    [phone],
  );
  return rows[0]?.balance;
}
