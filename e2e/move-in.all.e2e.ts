/** Moving in from another shop by the office's page: files, columns, the dry run, two admins, and the result. */
import { mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { officeLimits } from "#contract/terms/office-limits.ts";
import { officeWidths, openOffice, pocket } from "./office.ts";
import { balance, file, prove, firstCard } from "./move-in-steps.ts";

const { stage, open } = openOffice();

const path = "/admin/extras?tab=move-in";

describe.each(officeWidths)("on %s", (_, size) => {
  test("a file that is too large, or no table, is refused in words", async () => {
    const { page, problems } = await open(path, size);
    const input = page.getByLabel("Files", { exact: true });
    await using folder = await mkdtempDisposable(join(tmpdir(), "cedibook-move-in-"));
    const big = join(folder.path, "big.csv");
    await writeFile(big, Buffer.alloc(officeLimits.move_in_upload_bytes_max + 1, "a"));
    await input.setInputFiles(big);
    await page.getByText("The files have more than 12 MB together").waitFor();
    await input.setInputFiles(file("book.xlsx", "PK\x03\x04"));
    await page.getByText("This is a workbook. Please save it as CSV").waitFor();
    await input.setInputFiles(file("empty.csv", "phone,balance\n"));
    await page.getByText("empty.csv has no lines below its first one").waitFor();
    expect(problems).toEqual([]);
  });
});

test("a lost connection during the upload is told, and Retry sends only what is missing", async () => {
  const { page } = await open(path, pocket);
  const lines = Array.from(
    { length: 6000 },
    (_, n) => `0243${String(n).padStart(6, "0")},lost line ${n * 7919},1`,
  );
  let parts = 0;
  await page.route("**/api/move-in/upload/*", async (route) => {
    parts += 1;
    if (parts === 2) await route.abort("connectionreset");
    else await route.continue();
  });
  await page
    .getByLabel("Files", { exact: true })
    .setInputFiles(file("u.csv", ["phone,name,balance", ...lines].join("\n")));
  await page.getByRole("button", { name: "Check the files" }).click();
  await page.getByText("Nothing was added.").waitFor();
  await page.getByRole("button", { name: "Retry" }).click();
  await page.getByText("¢6,000.00").first().waitFor();
  // 160 KB are two parts, and the second one was sent twice.
  expect(parts).toBe(3);
});

test("Ctrl+K opens the page", async () => {
  const { page, problems } = await open("/admin");
  await page.keyboard.press("Control+k");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox").fill("moving in");
  await dialog.getByRole("option", { name: "Moving in" }).click();
  await expect.poll(() => page.locator("h1").innerText()).toBe("Moving in");
  expect(problems).toEqual([]);
});

// The last test, because from here on the shop has two admins.
test("the other admin sees the same counts and sums, approves with their password, and both see the result", async () => {
  const second = await stage.shop.addUser("secondadmin", "0246660009", "Admin");
  await stage.shop.pool.query("update shop.session set stepped_up_at = null");
  const { page, problems } = await open(path);
  await page
    .getByLabel("Files", { exact: true })
    .setInputFiles(file("more.csv", "phone,balance\n0246660001,12.50\n0246660002,1\n"));
  await page.getByRole("button", { name: "Check the files" }).click();
  const card = firstCard(page);
  await card.getByText("¢13.50").waitFor();
  await card.getByRole("button", { name: "Move in" }).click();
  const question = page.getByRole("alertdialog", { name: "Move in 2 users with ¢13.50?" });
  await question.getByText("Another admin has to approve it.").waitFor();
  await question.getByRole("button", { name: "Yes, move in" }).click();
  await prove(page, stage.shop.admin);
  await card.getByText("waiting for a second admin").waitFor();

  const other = await stage.pages.openAs(second, path, pocket);
  const theirs = firstCard(other.page);
  await theirs.getByText("¢13.50").waitFor();
  await theirs.getByRole("link", { name: "See the request" }).click();
  const waiting = other.page.getByRole("region", { name: "Waiting for a second admin" });
  await waiting.getByText("Move-in of 2 users with ¢13.50").waitFor();
  await waiting.getByRole("button", { name: "Approve" }).click();
  const dialog = other.page.getByRole("alertdialog", { name: /^Approve: Move-in of 2 users/ });
  for (const fact of ["users", "balances", "products"])
    await dialog.getByText(fact, { exact: true }).waitFor();
  await dialog.getByRole("button", { name: "Yes, approve" }).click();
  await prove(other.page, second);
  await waiting.waitFor({ state: "detached" });
  await other.page.goto(path);
  for (const each of [card, theirs])
    await each.getByText("2 users with ¢13.50 and 0 products moved in.").waitFor({ timeout: 30_000 });
  expect(await balance("0246660001")).toBe(12_50);
  expect([...problems, ...other.problems].filter((problem) => !problem.includes("403"))).toEqual([]);
});
