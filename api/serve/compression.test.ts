import { deflateRawSync, gunzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Operation } from "#contract/operation.ts";
import { operations } from "#contract/operations.ts";
import { answerSchema } from "./docs/schemas.ts";
import { gzip, type Piece } from "./compression.ts";

const whole = { isFirst: true, isLast: true };

async function sizeOf(...pieces: Piece[]): Promise<number> {
  return (await gzip()(pieces, whole)).length;
}

test("decompressing any sequence of pieces and portions gives the original text", async () => {
  const piece = fc.record({ text: fc.string({ unit: "grapheme", maxLength: 500 }), isSecret: fc.boolean() });
  const portions = fc.array(fc.array(piece, { maxLength: 5 }), { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(portions, async (all) => {
      const write = gzip();
      const parts: Uint8Array[] = [];
      for (const [index, pieces] of all.entries())
        parts.push(await write(pieces, { isFirst: index === 0, isLast: index === all.length - 1 }));
      const text = all
        .flat()
        .map((one) => one.text)
        .join("");
      // Also checks length and CRC.
      expect(gunzipSync(Buffer.concat(parts)).toString()).toBe(text);
    }),
    { seed: 20261121, numRuns: 300 },
  );
});

test("the length of an answer does not reveal that a text resembles a secret", async () => {
  const pin = "4471-9930-2268-7155";
  const guess = (text: string): Piece => ({ text: `{"receiver":"${text}"},`.repeat(3), isSecret: false });
  const secret: Piece = { text: `{"pin":"${pin}","serial":"WGR0099183"}`, isSecret: true };
  const wrong = "8063-1572-5094-3186";
  const alone = [await sizeOf(guess(pin)), await sizeOf(guess(wrong))];
  const beside = [
    await sizeOf(guess(pin), secret, guess("0")),
    await sizeOf(guess(wrong), secret, guess("0")),
  ];
  expect(beside[0]! - beside[1]!).toBe(alone[0]! - alone[1]!);
  // Compressed as one text, the length would reveal it.
  const together = [pin, wrong].map((text) => deflateRawSync(guess(text).text + secret.text).length);
  expect(together[0]).toBeLessThan(together[1]!);
});

test("the compressed length of a secret row depends only on the length of its text", async () => {
  const row = (receiver: string): Piece => ({
    text: `{"receiver":"${receiver}","pin":"4471993022687155"}`,
    isSecret: true,
  });
  expect(await sizeOf(row("4471993022687155"))).toBe(await sizeOf(row("8063157250943186")));
});

test("no answer with a token, a key or a ticket is compressed", () => {
  const secret = /"(token|refreshToken|apiKey|ticket|secret|recoveryCodes)"|schemas\/Session/;
  const withSecrets = Object.entries<Operation>(operations).filter(
    ([, { answer }]) => !("media" in answer) && secret.test(JSON.stringify(answerSchema(answer))),
  );
  const known = ["login", "refreshToken", "offerSecondFactor", "updateProfile", "readApiKey", "issueTicket"];
  expect(withSecrets.map(([id]) => id)).toEqual(expect.arrayContaining(known));
  for (const [, { compressed }] of withSecrets) expect(compressed).toBeUndefined();
});
