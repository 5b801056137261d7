/** What office-finance.e2e.ts and office-finance.all.e2e.ts do on these pages. */
import type { Page } from "playwright-core";

export const history = (page: Page) => page.locator('[aria-label="Topup history"]');
