import { expect, test } from "vitest";
import { isGsm7, strangersOf, toGsm7 } from "./gsm7.ts";
import { officeLimits } from "./office-limits.ts";
import { fillTemplate, occasionOf, shownCard, templateFor, templateProblem } from "./messages.ts";
import { messageKinds } from "./event-texts.ts";

test.each(messageKinds)("the default text of %s is valid and uses GHS", (kind) => {
  const { text, fields } = occasionOf(kind);
  expect(templateProblem(kind, text)).toBeUndefined();
  expect(text).not.toMatch(/[¢₵]/);
  expect(fillTemplate(text, fields)).not.toMatch(/[{}]/);
  expect(text.replaceAll(/GHS \{(amount|balance)\}/g, "")).not.toMatch(/\{(amount|balance)\}/);
});

test("typed characters become characters of the SMS alphabet", () => {
  expect(toGsm7("Ɔkɔmfo Ɛsi’s “gift” – ¢5 · é è ñ ü ç š 😀")).toBe(
    `Okomfo Esi's "gift" - GHS 5 - é è ñ ü c s ?`,
  );
  expect(isGsm7(toGsm7("ŋ₵中 …\t\u00a0"))).toBe(true);
  expect(strangersOf("a¢b¢€")).toEqual(["¢"]);
});

test("a field without a value leaves no gap, and braces in a value are plain text", () => {
  expect(fillTemplate("Order {reference} rejected. {reason}", { reference: "1" })).toBe("Order 1 rejected.");
  expect(fillTemplate("{user} asks", { user: "{phone}", phone: "0244123456" })).toBe("{phone} asks");
});

test.each([
  ["", "Please enter the text"],
  ["  ", "Please enter the text"],
  [
    "x".repeat(officeLimits.template_length_max + 1),
    `At most ${officeLimits.template_length_max} characters`,
  ],
  ["{pin}", "There is no field {pin} here"],
  ["{toString}", "There is no field {toString} here"],
  ["{}", "There is no field {} here"],
  ["¢5", "An SMS has no ¢: write GHS"],
  ["Akwaaba 😀", "An SMS has no 😀"],
])("a text %j is refused", (template, problem) => {
  expect(templateProblem("order_placed", template)).toBe(problem);
});

test("an admin's text replaces the default, and the card number is shown as they chose", () => {
  expect(templateFor("order_placed", { order_placed: "New: {reference}" })).toBe("New: {reference}");
  expect(templateFor("order_placed", {})).toBe(occasionOf("order_placed").text);
  expect(shownCard("GHA-123456789-0", "last four")).toBe("...7890");
  expect(shownCard("GHA-123456789-0", "whole")).toBe("GHA-123456789-0");
});
