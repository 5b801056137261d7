/** Books that turn red: every admin's page says so until it is acknowledged, and Audit, Books keeps what differed. */
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectionConfig } from "#ledger/connect/connect.ts";
import { officeWidths } from "./office.ts";
import { settled, signedIn } from "./pages.ts";
import { nextPhone, openStage } from "./stage.ts";
import { sees } from "./sees.ts";

const stage = openStage({ audit: { pause_ms: 100 } });
let owner: pg.Client;
beforeAll(async () => {
  owner = new pg.Client(connectionConfig(stage.shop.database.ownerUrl, "test"));
  await owner.connect();
});
afterAll(() => owner.end());

test.each(officeWidths)(
  "red books are told on every page until seen, and kept with a reason, on %s",
  async (_, size) => {
    const { shop, pages } = stage;
    const user = await shop.addUser(`w${nextPhone()}`, nextPhone(), "Customer", 20_00);
    const change = (pesewas: number) =>
      owner.query("update ledger.wallet set balance = balance + $2 where user_id = $1", [user._id, pesewas]);
    const [office, home, customer] = [await pages.open(size), await pages.open(size), await pages.open(size)];
    await signedIn(office.page, shop.admin);
    await signedIn(home.page, shop.admin);
    await signedIn(customer.page, user);
    await office.page.goto("/admin/users");
    await home.page.goto("/home");
    await customer.page.goto("/home");
    await office.page.getByText("Books balance").filter({ visible: true }).first().waitFor();
    await change(4_80);
    const told = (page: typeof office.page) =>
      page.getByRole("alert").filter({ hasText: "The books did not balance" });
    for (const { page } of [office, home]) await told(page).getByText(`Wallet of ${user.username}`).waitFor();
    await change(-4_80);
    await office.page.getByText("Books balance").filter({ visible: true }).first().waitFor();
    // It stays although they are green again, also after a reload.
    await home.page.reload();
    await told(home.page).waitFor();
    await customer.page.reload();
    await customer.page.getByTestId("balance").first().waitFor();
    await settled(customer.page);
    await sees(told(customer.page)).hasCount(0);
    await home.page.getByRole("button", { name: "I have seen it" }).click();
    await told(home.page).waitFor({ state: "detached" });
    await home.page.reload();
    await home.page.getByRole("region", { name: "Your office" }).waitFor();
    await sees(told(home.page)).hasCount(0);

    await told(office.page).getByRole("link", { name: "What differed" }).click();
    const incident = office.page.getByRole("region", { name: "Incidents" }).getByRole("listitem").first();
    await incident.getByText("Green again").waitFor();
    await incident.getByText("balance: expected ¢20.00, found ¢24.80").waitFor();
    await incident.getByRole("button", { name: "Say what happened" }).click();
    await incident.getByRole("button", { name: "Save" }).click();
    await incident.getByText("Please say what was wrong and who put it right, and how.").waitFor();
    await incident
      .getByLabel("What was wrong, who put it right, and how")
      .fill("A slip in SQL. Esi put it back.");
    await incident.getByRole("button", { name: "Save" }).click();
    await incident.getByText("A slip in SQL. Esi put it back.").waitFor();
    await incident.getByRole("link", { name: `Wallet of ${user.username}` }).click();
    await office.page.getByRole("heading", { level: 1, name: user.username }).waitFor();
    expect([...office.problems, ...home.problems, ...customer.problems]).toEqual([]);
  },
);
