import { expect, test } from "vitest";
import * as v from "valibot";
import { birthDay, username } from "./fields.ts";

test.each([
  ["  Ama’s DATA ", "ama's data"],
  ["N'Guessan", "n'guessan"],
  ["Andre\u0301", "andr\u00e9"],
  ["Kɔ\u0301ku", "kɔ\u0301ku"],
  ["kofi_2.b-c", "kofi_2.b-c"],
])("the username %j is stored as %j", (typed, kept) => expect(v.parse(username, typed)).toBe(kept));

test.each(["аma", "ɑma", "amı", "ａｍａ", "١٢", "...", "' -", "ᴀma"])(
  "the username %j, which looks like another or like nothing, is refused",
  (typed) => expect(v.is(username, typed)).toBe(false),
);

test.each(["", "   ", "ama😀", "ama<b>", 'ama"', "ama\nb", "a".repeat(41)])(
  "the username %j is refused",
  (typed) => expect(v.is(username, typed)).toBe(false),
);

const born = (typed: unknown) => {
  const { output, issues } = v.safeParse(birthDay("2026-11-21"), typed);
  return issues?.[0].message ?? output;
};

test.each(["1990-05-17", "17/05/1990", "7/5/1990", "2026-11-21", "21/11/2026", "1900-01-01", "29/02/2000"])(
  "%s is a date of birth, and stays as it was typed",
  (typed) => expect(born(typed)).toBe(typed),
);

test.each([
  ["", "Please enter the date of birth"],
  [undefined, "Please enter the date of birth"],
  ["yesterday", "Please enter a real date of birth, such as 17/05/1990"],
  ["30/02/1990", "Please enter a real date of birth, such as 17/05/1990"],
  ["1990-02-30", "Please enter a real date of birth, such as 17/05/1990"],
  ["29/02/1900", "Please enter a real date of birth, such as 17/05/1990"],
  ["05/17/1990", "Please enter a real date of birth, such as 17/05/1990"],
  ["17/05/90", "Please enter a real date of birth, such as 17/05/1990"],
  ["2026-11-22", "The date of birth is in the future"],
  ["22/11/2026", "The date of birth is in the future"],
  ["1899-12-31", "The date of birth is before 1900"],
  ["31/12/1899", "The date of birth is before 1900"],
])("the date of birth %j is refused: %s", (typed, message) => expect(born(typed)).toBe(message));
