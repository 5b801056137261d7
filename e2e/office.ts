/** Shared by the tests of the back office. */
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { beforeAll } from "vitest";
import type { OrderRecord } from "#contract/order-list.ts";
import type { TestUser } from "#tools/testing/test-shop.ts";
import { desk, exportFile, type OpenPage } from "./pages.ts";
import { nextPhone, openStage, type Stage } from "./stage.ts";

/** The screen of an admin's phone. */
export const pocket = { width: 390, height: 844 };

export const officeWidths = [
  ["a phone", pocket],
  ["a desk", desk],
] as const;

interface Office {
  stage: Stage;
  newUser: (balance?: number) => Promise<TestUser>;
  /** Signed in as the first admin. */
  open: (path: string, size?: typeof desk) => Promise<OpenPage>;
}

export function openOffice(): Office {
  const stage = openStage();
  let names = 0;
  return {
    stage,
    newUser: (balance = 0) => {
      names += 1;
      return stage.shop.addUser(`person${names}x`, nextPhone(), "Customer", balance);
    },
    open: async (path, size = desk) => {
      const opened = await stage.pages.openAs(stage.shop.admin, path, size);
      // A sheet that the address opens hides the page behind it.
      const heading = opened.page.getByRole("heading", { level: 1 });
      await heading.or(opened.page.getByRole("dialog")).first().waitFor();
      return opened;
    },
  };
}

/** Somebody else acts after the page has sent a request, and before the server gets it. */
export async function meanwhile(page: Page, address: string, act: () => Promise<unknown>): Promise<void> {
  await page.route(
    address,
    async (route) => {
      await act();
      await route.continue();
    },
    { times: 1 },
  );
}

/** An order of the first package, unless it is another one; with a form if it needs one. */
export async function place(
  { shop }: Stage,
  buyer: TestUser,
  receiver: string,
  packageId = "mtnup2u-1",
): Promise<OrderRecord> {
  const items = { name: "Ama B", phone: "0244123456", card: "GHA-7-1", dob: "01/02/1990", location: "Tema" };
  const body = { packageId, receiver, ...(packageId === "afa-1" ? { items } : {}) };
  return (await shop.as(buyer).post<OrderRecord>("/order/create", body)).body;
}

/** A stage with one buyer, and the orders that they place. */
export function openBuyer() {
  const stage = openStage();
  const buyer = {} as TestUser;
  beforeAll(async () => {
    Object.assign(buyer, await stage.shop.addUser("adjoa", nextPhone(), "Customer", 1_000_000));
  });
  const buy = (receiver: string, packageId?: string) => place(stage, buyer, receiver, packageId);
  return { stage, buyer, buy };
}

/** The name and the lines of the file that a button saves. */
export async function saved(page: Page, button: string): Promise<{ name: string; lines: string[] }> {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: button }).click(),
  ]);
  const text = await readFile(await file.path(), "utf8");
  return { name: file.suggestedFilename(), lines: text.replace("\uFEFF", "").trim().split("\r\n") };
}

/** Exports the visible table. Returns the file's name and text. */
export async function exported(page: Page): Promise<{ name: string; text: string }> {
  const file = await exportFile(page);
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), "utf8") };
}
