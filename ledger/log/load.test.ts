import { emptyState } from "#ledger/core/state.ts";
import { expect, test } from "vitest";
import { missingFrom } from "./load.ts";

test("a correction in memory needs what it corrects, if that has been dropped since", () => {
  const state = emptyState();
  const row = { wallet: "w", reversed: 0, position: 0 };
  state.entries.set(9, { ...row, at: 9, amount: -1, corrects: 8 });
  state.entries.set(8, { ...row, at: 8, amount: 1, corrects: 7 });
  expect([...missingFrom(state, [{ entries: [9] }]).entries]).toEqual([7]);
});
