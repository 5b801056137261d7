/** No script of the page can read the refresh token: it is in a cookie, and everything that renews a session still works. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { phone, signIn } from "./pages.ts";
import { openStage } from "./stage.ts";
import { addUser, refreshCookie, letTokenExpire, stored } from "./refresh-cookie-steps.ts";

const stage = openStage();

/** Everything that a script of the page can read, as one text. */
const readable = (page: Page) =>
  page.evaluate(async () => {
    const kept = await Promise.all(
      (await caches.keys()).map(async (name) => {
        const cache = await caches.open(name);
        const answers = await cache.matchAll();
        return Promise.all(answers.map((answer) => answer.text()));
      }),
    );
    const databases = await indexedDB.databases();
    return JSON.stringify([localStorage, sessionStorage, document.cookie, kept, databases]);
  });

test("after a login, nothing that a script can read has the refresh token, and an expired access token is renewed after a reload", async () => {
  const user = await addUser(700);
  const { page } = await stage.pages.open(phone);
  await signIn(page, user);
  const first = await refreshCookie(page.context());
  expect(first).toMatchObject({ httpOnly: true, sameSite: "Strict", path: "/api/auth/refresh-token" });
  expect(await stored(page)).toMatchObject({ _id: user._id, refreshToken: "" });
  await letTokenExpire(page);
  await page.reload();
  await page.getByTestId("balance").getByText("¢7.00").waitFor();
  await expect.poll(async () => (await stored(page)).token).toMatch(/^v1\./);
  const second = await refreshCookie(page.context());
  expect(second?.value).not.toBe(first?.value);
  const kept = await readable(page);
  expect(kept).toContain(user._id);
  expect(kept).not.toContain("r1.");
});
