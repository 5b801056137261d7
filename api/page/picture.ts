/** The picture of a page in a chat: a title and some prices, as a PNG. */
import { crc32, deflateSync } from "node:zlib";
import type { ShopColour } from "#contract/terms/shops.ts";
import { dotsOf } from "./picture-font.ts";

/** What chats and networks ask for. */
const [width, height] = [1200, 630];
const edge = 60;
const band = 210;
const dots_high = 8;

/** As in the page's styles (web/src/styles.css). */
const bandColours: Record<ShopColour, number> = {
  green: 0x0b6e4f,
  blue: 0x1d4f91,
  purple: 0x5b4b8a,
  orange: 0xa14400,
  pink: 0xa0286a,
  grey: 0x46524c,
};
/** Of the palette, whose first colour is the band's. */
const [bandColour, paper, ink, faint, white] = [0, 1, 2, 3, 4];

export interface Picture {
  colour: ShopColour;
  title: string;
  lines: { name: string; price: string }[];
  /** The last line. */
  below: string;
}

const lines_max = 4;

export function pictureOf({ colour, title, lines, below }: Picture): Uint8Array<ArrayBuffer> {
  const pixels = Buffer.alloc(width * height, paper);
  pixels.fill(bandColour, 0, width * band);
  const titleSize = sizeFor(title, width - 2 * edge, 10);
  write(pixels, title, { x: edge, y: (band - titleSize * dots_high) / 2, size: titleSize, colour: white });
  for (const [at, { name, price }] of lines.slice(0, lines_max).entries()) {
    const y = band + 40 + at * 78;
    const priceWidth = dotsOf(price).length * 7;
    write(pixels, price, { x: width - edge - priceWidth, y, size: 7, colour: ink });
    const size = sizeFor(name, width - 3 * edge - priceWidth, 6);
    write(pixels, name, { x: edge, y, size, colour: ink });
  }
  write(pixels, below, { x: edge, y: height - 60, size: sizeFor(below, width - 2 * edge, 4), colour: faint });
  return png(pixels, bandColours[colour]);
}

/** The largest size, in pixels for a dot, at which a text fits. */
function sizeFor(text: string, room: number, most: number): number {
  return Math.max(1, Math.min(most, Math.floor(room / Math.max(1, dotsOf(text).length))));
}

interface Place {
  x: number;
  y: number;
  size: number;
  colour: number;
}

/** What does not fit is cut off. */
function write(pixels: Buffer, text: string, { x, y, size, colour }: Place): void {
  for (const [at, column] of dotsOf(text).entries()) {
    const left = x + at * size;
    if (left + size > width) return;
    for (let row = 0; row < dots_high; row++) {
      if ((column & (1 << row)) === 0) continue;
      for (let line = 0; line < size; line++) {
        const start = (Math.round(y) + row * size + line) * width + left;
        pixels.fill(colour, start, start + size);
      }
    }
  }
}

/** With a palette, one byte for a pixel (PNG, third edition). */
function png(pixels: Buffer, first: number): Uint8Array<ArrayBuffer> {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3, 0, 0, 0], 8);
  const palette = Buffer.from(
    [first, 0xfaf8f3, 0x14201b, 0x56625c, 0xffffff].flatMap((rgb) =>
      [rgb >> 16, rgb >> 8, rgb].map((part) => part & 0xff),
    ),
  );
  const rows = Buffer.alloc((width + 1) * height);
  for (let row = 0; row < height; row++)
    pixels.copy(rows, row * (width + 1) + 1, row * width, (row + 1) * width);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const parts = [
    chunk("IHDR", head),
    chunk("PLTE", palette),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ];
  return new Uint8Array(Buffer.concat([signature, ...parts]));
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
