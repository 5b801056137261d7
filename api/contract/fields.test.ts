import { expect, test } from "vitest";
import * as v from "valibot";
import { username } from "./fields.ts";

test.each([
  ["  Ama’s DATA ", "ama's data"],
  ["N'Guessan", "n'guessan"],
  ["Andre\u0301", "andr\u00e9"],
  ["Kɔ\u0301ku", "kɔ\u0301ku"],
  ["kofi_2.b-c", "kofi_2.b-c"],
])("the username %j is stored as %j", (typed, kept) => expect(v.parse(username, typed)).toBe(kept));

test.each(["", "   ", "ama😀", "ama<b>", 'ama"', "ama\nb", "a".repeat(41)])(
  "the username %j is refused",
  (typed) => expect(v.is(username, typed)).toBe(false),
);
