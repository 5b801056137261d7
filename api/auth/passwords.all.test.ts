import { availableParallelism } from "node:os";
import { expect, test } from "vitest";
import { serverLimits } from "#contract/terms/server-limits.ts";
import { hashPassword, isPassword } from "./passwords.ts";

test("hashes on half of the cores, lets a bounded number wait, and refuses the rest at once", async () => {
  const accepted = Math.max(1, Math.floor(availableParallelism() / 2)) + serverLimits.passwords_waiting_max;
  const tried = await Promise.allSettled(Array.from({ length: accepted + 50 }, () => hashPassword("secret")));
  const refused = tried.filter(({ status }) => status === "rejected");
  expect(refused).toHaveLength(50);
  for (const one of refused) expect(one).toMatchObject({ reason: { status: 503, answer: { code: "busy" } } });
  // The places are free again.
  const hashed = await hashPassword("secret");
  expect(await Promise.all([isPassword("secret", hashed), isPassword("other", hashed)])).toEqual([
    true,
    false,
  ]);
}, 60_000);
