/** What signing-in.e2e.ts and signing-in.all.e2e.ts do on these pages. */
import type { Page } from "playwright-core";

export const links: string[] = [];

export const toast = (page: Page) => page.locator("[data-variant]");
