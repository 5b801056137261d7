/** Pictures for the demo shop's products: our own simple drawings as PNG, because a network's logo is not ours to use. */
import { crc32, deflateSync } from "node:zlib";

const size_px = 128;

/** 0 to 1 from the left and from the top: whether the drawing covers this point. */
type Shape = (x: number, y: number) => boolean;

const inBox = (x: number, y: number, [left, top, right, bottom]: readonly number[]) =>
  x >= left! && x <= right! && y >= top! && y <= bottom!;

/** Bars of a signal. */
const data: Shape = (x, y) =>
  [0, 1, 2, 3].some((n) => inBox(x, y, [0.2 + n * 0.16, 0.64 - n * 0.14, 0.31 + n * 0.16, 0.78]));
/** A phone. */
const airtime: Shape = (x, y) =>
  inBox(x, y, [0.33, 0.18, 0.67, 0.82]) && !inBox(x, y, [0.38, 0.26, 0.62, 0.68]);
/** A card with a face. */
const registration: Shape = (x, y) =>
  inBox(x, y, [0.18, 0.28, 0.82, 0.72]) &&
  Math.hypot(x - 0.34, y - 0.5) > 0.1 &&
  !inBox(x, y, [0.52, 0.4, 0.74, 0.45]) &&
  !inBox(x, y, [0.52, 0.54, 0.74, 0.59]);
/** A page with a tick. */
const exam: Shape = (x, y) =>
  inBox(x, y, [0.28, 0.18, 0.72, 0.82]) && Math.abs(y - 0.6 - (x < 0.45 ? x - 0.45 : 0.45 - x)) > 0.05;

/** Colours as [red, green, blue]. */
const drawings: Record<string, readonly [shape: Shape, from: readonly number[], to: readonly number[]]> = {
  MTNup2u: [data, [255, 203, 5], [214, 158, 0]],
  MTNme2u: [data, [245, 183, 40], [190, 120, 10]],
  MTNexpress: [data, [255, 214, 70], [224, 130, 0]],
  AirtelTigo: [data, [0, 82, 190], [0, 40, 120]],
  "AT-ishare": [data, [40, 110, 200], [0, 51, 160]],
  Telecel: [data, [240, 40, 40], [170, 0, 20]],
  Airtime: [airtime, [20, 140, 100], [8, 90, 66]],
  AFA: [registration, [110, 90, 190], [70, 50, 140]],
  WAEC: [exam, [60, 120, 130], [25, 75, 90]],
};

/** The bytes of a PNG; undefined for a network without a drawing. */
export function pictureOf(network: string): Buffer | undefined {
  const drawing = drawings[network];
  if (drawing === undefined) return undefined;
  const [shape, from, to] = drawing;
  const rows = Array.from({ length: size_px }, (_, row) => {
    const line = Buffer.alloc(1 + size_px * 3);
    for (let column = 0; column < size_px; column++) {
      const [x, y] = [(column + 0.5) / size_px, (row + 0.5) / size_px];
      const colour = shape(x, y) ? [255, 255, 255] : from.map((each, n) => each + (to[n]! - each) * y);
      line.set(
        colour.map((each) => Math.round(each)),
        1 + column * 3,
      );
    }
    return line;
  });
  return png(Buffer.concat(rows));
}

/** @param pixels lines of a filter byte and 8-bit RGB (PNG specification, third edition, chapter 9) */
function png(pixels: Buffer): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size_px, 0);
  head.writeUInt32BE(size_px, 4);
  // 8 bits each of red, green and blue.
  head.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(pixels, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), content]);
  const frame = Buffer.alloc(4);
  frame.writeUInt32BE(content.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([frame, body, check]);
}
