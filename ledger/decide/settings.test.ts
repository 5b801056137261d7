import { expect, test } from "vitest";
import { admin, ama, openWorld } from "./testing/world.ts";

test("changing the notice keeps the payment details, and the other way round", () => {
  const world = openWorld();
  world.given("change_notice", { notice: "closed on Sunday" });
  world.given(
    "change_payment_details",
    { momo_phone_number: "0244000000", momo_account_name: "Shop" },
    admin,
  );
  expect(world.state.settings).toMatchObject({
    notice: "closed on Sunday",
    momo_account_name: "Shop",
    version: 2,
  });
  expect(world.submit("change_notice", { notice: "x" }, ama)).toEqual({ code: "admin_only" });
});
