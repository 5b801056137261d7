/** Every text costs one segment with ordinary values, counted by a library that knows nothing of our alphabet. */
import { expect, test } from "vitest";
import { fillTemplate, messageKinds, occasionOf } from "#ledger/terms/messages.ts";
import { measureSms } from "./segments.ts";

test.each(messageKinds)("%s fits one segment", (kind) => {
  const { text, fields } = occasionOf(kind);
  expect(measureSms(fillTemplate(text, fields))).toMatchObject({ segments: 1, encoding: "GSM-7" });
});

test("what does not fit is counted, and what is not in the alphabet costs more than twice as much", () => {
  expect(measureSms("x".repeat(160)).segments).toBe(1);
  expect(measureSms("x".repeat(161)).segments).toBe(2);
  expect(measureSms(`¢${"x".repeat(140)}`)).toEqual({ segments: 3, characters: 141, encoding: "UCS-2" });
});

test("one stranger's name does not make it dearer", () => {
  const { text, fields } = occasionOf("order_placed");
  const filled = fillTemplate(text, { ...fields, user: "ɔkɔmfo 😀" });
  expect(measureSms(filled)).toMatchObject({ segments: 1, encoding: "GSM-7" });
});
