/** The devices on which a user is signed in. */
import { expect, test } from "vitest";
import { desk, phone, signIn } from "./pages.ts";
import { nextPhone, openStage } from "./stage.ts";

const stage = openStage();

test("a user sees their devices in the profile and signs another one out at once", async () => {
  const ama = await stage.shop.addUser("ama", nextPhone());
  const other = await stage.pages.open(desk);
  await signIn(other.page, ama);
  const { page, problems } = await stage.pages.openAs(ama, "/home/user-details", phone);
  const card = page.getByRole("region", { name: "Signed-in devices" });
  const device = card.getByRole("listitem").filter({ hasText: "Chrome on" });
  await device.getByRole("button", { name: "Sign out" }).click();
  await device.waitFor({ state: "detached" });
  await card.getByText("This device").waitFor();
  await other.page.getByRole("heading", { name: "Login" }).waitFor();
  expect(problems).toEqual([]);
});
