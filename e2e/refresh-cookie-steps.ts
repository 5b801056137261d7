/** What refresh-cookie.e2e.ts and refresh-cookie.all.e2e.ts do on these pages. */
import type { BrowserContext, Page } from "playwright-core";
import type { SessionRecord } from "#contract/sessions.ts";
import { stage, nextPhone } from "./stage.ts";

export const addUser = (balance = 0) =>
  stage.shop.addUser(`k${nextPhone()}`, nextPhone(), "Customer", balance);

export async function refreshCookie(context: BrowserContext) {
  const cookies = await context.cookies(`${stage.shop.server.url}/api/auth/refresh-token`);
  return cookies.find(({ name }) => name === "refresh");
}

/** As after the page was open for 15 minutes. */
export const letTokenExpire = (page: Page) =>
  page.evaluate(() => {
    const record = JSON.parse(localStorage.getItem("userInfo") ?? "{}") as object;
    localStorage.setItem("userInfo", JSON.stringify({ ...record, token: "run.out.now" }));
  });

export const stored = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem("userInfo") ?? "{}") as SessionRecord);

export const refresh = (token: string) => stage.shop.call("POST", "/auth/refresh-token", { token });
