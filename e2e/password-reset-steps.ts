/** What the tests of a forgotten password share. */
import type { Page } from "playwright-core";
import { readEmail } from "#tools/testing/read-email.ts";
import type { TestMailServer } from "#tools/testing/test-mail-server.ts";
import { expect } from "vitest";

/** The width of the phones that most users have. */
export const narrow = { width: 390, height: 844 };

export const from = "Shop <shop@example.com>";

/** Requests a link on the login page, and answers the path of the link in the mail. */
export async function requestLink(page: Page, mail: TestMailServer, email: string): Promise<string> {
  await page.goto("/");
  await page.getByRole("button", { name: "Forgot your password?" }).click();
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send Reset Email" }).click();
  await page.getByText("Password reset email sent. Please check your inbox.").first().waitFor();
  return mailedLink(mail, email);
}

export async function mailedLink(mail: TestMailServer, email: string): Promise<string> {
  const links = () =>
    mail.letters
      .filter(({ to }) => to === email)
      .flatMap(({ source }) => /\/reset-password\/[\w-]{43}/.exec(readEmail(source))?.[0] ?? []);
  await expect.poll(() => links().length).toBe(1);
  return links()[0] ?? "";
}

export async function typePassword(page: Page, password: string): Promise<void> {
  await page.getByLabel("New password", { exact: true }).fill(password);
  await page.getByLabel("Confirm new password").fill(password);
}
