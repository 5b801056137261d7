/** Every text fits one segment with sample values, counted by a library that does not share our alphabet. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { alphabet } from "#contract/terms/gsm7.ts";
import { fillTemplate, occasionOf } from "#contract/terms/messages.ts";
import { messageKinds } from "#contract/terms/event-texts.ts";
import { measureAny, measureSms } from "./segments.ts";

test.each(messageKinds)("the message %s fits one segment", (kind) => {
  const { text, fields } = occasionOf(kind);
  const filled = fillTemplate(text, fields);
  expect(measureAny(filled)).toMatchObject({ segments: 1, encoding: "GSM-7" });
  expect(measureSms(filled)).toEqual(measureAny(filled));
});

const signs = [...alphabet, "\r\n", "¢", "😀", "ç"];

test.each([1, 70, 71, 153, 160, 161, 306, 307])(
  "our count of segments equals the library's for each character, %i times",
  (length) => {
    for (const sign of signs)
      expect([sign, measureSms(sign.repeat(length))]).toEqual([sign, measureAny(sign.repeat(length))]);
  },
);

test("our count of segments equals the library's for any text", () => {
  const text = fc.array(fc.constantFrom(...signs), { maxLength: 330 }).map((some) => some.join(""));
  fc.assert(
    fc.property(text, (any) => {
      expect(measureSms(any)).toEqual(measureAny(any));
    }),
  );
});

test("longer texts have more segments, and a character outside the alphabet more than doubles their number", () => {
  expect(measureSms("x".repeat(160)).segments).toBe(1);
  expect(measureSms("x".repeat(161)).segments).toBe(2);
  expect(measureSms(`¢${"x".repeat(140)}`)).toEqual({ segments: 3, characters: 141, encoding: "UCS-2" });
});

test("a username with characters outside GSM-7 does not change the encoding or add a segment", () => {
  const { text, fields } = occasionOf("order_placed");
  const filled = fillTemplate(text, { ...fields, user: "ɔkɔmfo 😀" });
  expect(measureSms(filled)).toMatchObject({ segments: 1, encoding: "GSM-7" });
});
