import { expect, test } from "vitest";
import { MessageCutter } from "./websocket-frames.ts";

const head = Buffer.from("HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\n\r\n");

function frame(text: string, opcode = 1): Buffer {
  const payload = Buffer.from(text);
  const { length } = payload;
  if (length < 126) return Buffer.concat([Buffer.from([0x80 | opcode, length]), payload]);
  const header = Buffer.alloc(length < 65_536 ? 4 : 10);
  header[0] = 0x80 | opcode;
  header[1] = length < 65_536 ? 126 : 127;
  if (length < 65_536) header.writeUInt16BE(length, 2);
  else header.writeBigUInt64BE(BigInt(length), 2);
  return Buffer.concat([header, payload]);
}

/** The part of a stream that passes if it arrives in pieces of this many bytes. */
function passed(stream: Buffer, messages: number, piece_bytes: number): Buffer {
  const cutter = new MessageCutter();
  cutter.cutAfter(messages);
  for (let at = 0; at < stream.length; at += piece_bytes) {
    const end = cutter.feed(stream.subarray(at, at + piece_bytes));
    if (end !== undefined) return stream.subarray(0, at + end);
  }
  return stream;
}

test("MessageCutter cuts after the n-th message, however the network splits the stream", () => {
  const first = [head, frame("welcome"), frame("", 9), frame("x".repeat(300)), frame("y".repeat(70_000))];
  const stream = Buffer.concat([...first, frame("ping", 9), frame("last")]);
  for (const piece_bytes of [1, 2, 3, 7, 64, 1000, stream.length]) {
    expect(passed(stream, 1, piece_bytes)).toEqual(Buffer.concat(first.slice(0, 2)));
    expect(passed(stream, 3, piece_bytes)).toEqual(Buffer.concat(first));
    expect(passed(stream, 4, piece_bytes)).toEqual(stream);
  }
});

test("MessageCutter lets everything pass if no cut was requested", () => {
  const cutter = new MessageCutter();
  expect(cutter.feed(Buffer.concat([head, frame("welcome"), frame("row")]))).toBeUndefined();
});
