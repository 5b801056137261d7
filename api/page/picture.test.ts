import { inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { pictureOf } from "./picture.ts";

const hostile = `</script>"&\u202e`;

test("a shop's picture is a PNG of the size that chats ask for, whatever its texts are", () => {
  const lines = Array.from({ length: 9 }, () => ({
    name: `${hostile}ɛɔŋ\u{1F381}`.repeat(5),
    price: "¢1,205.70",
  }));
  const png = Buffer.from(pictureOf({ colour: "pink", title: "W".repeat(40), lines, below: hostile }));
  expect(png.subarray(0, 8).toString("hex")).toBe("89504e470d0a1a0a");
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
  const at = png.indexOf("IDAT");
  const pixels = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)));
  expect(pixels.length).toBe(1201 * 630);
  // A title and its prices are there.
  expect(new Set(pixels)).toEqual(new Set([0, 1, 2, 3, 4]));
});
