/** Websockets that send what no page sends. */
import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import * as v from "valibot";
import WebSocket from "ws";
import { liveMessage } from "../../contract/live.ts";
import type { TestShop } from "../../tools/testing/test-shop.ts";
import type { Actors } from "./actors.ts";
import { type Actor, actorNames } from "./hostile-request.ts";
import { hostileString, hostileValue, malformedJson, toJson, weighted } from "./hostile-values.ts";

type Frame =
  | { kind: "text" | "fragments"; text: string }
  | { kind: "binary" | "bytes"; bytes: Uint8Array }
  | { kind: "hello"; fields: Record<string, unknown> };

export interface HostileSocket {
  actor: Actor;
  frames: Frame[];
}

const hello = fc.record(
  {
    type: weighted([8, fc.constant("hello")], [1, hostileValue]),
    ticket: weighted([8, fc.constant("@ticket")], [2, hostileValue]),
    position: weighted([4, fc.constantFrom(null, 0, 1, 5)], [2, hostileValue]),
    admin: fc.constant(true),
  },
  { requiredKeys: ["type", "ticket", "position"] },
);

const frame = weighted<Frame>(
  [4, fc.record({ kind: fc.constant("hello" as const), fields: hello })],
  [
    3,
    fc.record({
      kind: fc.constant("text" as const),
      text: fc.oneof(malformedJson, hostileString, hostileValue.map(toJson)),
    }),
  ],
  [1, fc.record({ kind: fc.constant("text" as const), text: fc.constant("x".repeat(20_000)) })],
  [
    1,
    fc.record({
      kind: fc.constant("fragments" as const),
      text: fc.oneof(hostileString, fc.constant("y".repeat(40_000))),
    }),
  ],
  [1, fc.record({ kind: fc.constant("binary" as const), bytes: fc.uint8Array({ maxLength: 200 }) })],
  [
    2,
    fc.record({
      kind: fc.constant("bytes" as const),
      bytes: fc.oneof(badFrames(), fc.uint8Array({ maxLength: 40 })),
    }),
  ],
);

export const hostileSocket: fc.Arbitrary<HostileSocket> = fc.record({
  actor: fc.constantFrom(...actorNames),
  frames: fc.array(frame, { maxLength: 5 }),
});

/** Bytes that violate the websocket protocol, written directly to the connection. */
function badFrames(): fc.Arbitrary<Uint8Array> {
  return fc.constantFrom(
    // Unmasked text, a reserved opcode, reserved bits, invalid UTF-8, a continuation without a beginning.
    Uint8Array.of(0x81, 0x01, 0x61),
    Uint8Array.of(0x83, 0x80, 0, 0, 0, 0),
    Uint8Array.of(0xf1, 0x80, 0, 0, 0, 0),
    Uint8Array.of(0x81, 0x82, 0, 0, 0, 0, 0xff, 0xfe),
    Uint8Array.of(0x80, 0x81, 0, 0, 0, 0, 0x61),
    // A length of 2^63, a long ping, a close with a code that does not exist, a compressed frame.
    Uint8Array.of(0x81, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0),
    Uint8Array.of(0x89, 0xfe, 0x00, 0xff, 0, 0, 0, 0),
    Uint8Array.of(0x88, 0x82, 0, 0, 0, 0, 0x00, 0x01),
    Uint8Array.of(0xc1, 0x81, 0, 0, 0, 0, 0x61),
  );
}

/** The allowed close codes: the protocol's, the shop's, and none (1005, 1006). */
const codes = new Set([1000, 1002, 1003, 1005, 1006, 1007, 1009, 4400, 4401, 4403, 4408, 4410]);
/**
 * Bytes may begin a frame that never ends, so that the server sees no later frame. Without a hello, the server then closes
 * after 10 s, otherwise at the second heartbeat, after 50 s.
 */
const answer_ms_max = 60_000;

/** @throws if the server sends what it should not, or neither answers nor closes */
export async function checkSocket(
  shop: TestShop,
  actors: Actors,
  { actor, frames }: HostileSocket,
): Promise<void> {
  const ticket = await ticketOf(shop, actors.token(actor));
  const ws = new WebSocket(`${shop.server.url.replace("http", "ws")}/api/live`);
  const messages: string[] = [];
  ws.on("message", (data) => messages.push((data as Buffer).toString()));
  ws.on("error", () => undefined);
  const closed = new Promise<number>((resolve) => ws.on("close", resolve));
  await new Promise((resolve) => ws.once("open", resolve).once("close", resolve));
  for (const frame of frames) sendFrame(ws, frame, ticket);
  // Frames are processed in order, so an answer to this ping means that all earlier frames were processed.
  const answered = new Promise<"pong">((resolve) => ws.once("pong", () => resolve("pong")));
  if (ws.readyState === WebSocket.OPEN) ws.ping();
  const end = await Promise.race([closed, answered, sleep(answer_ms_max, "silence", { ref: false })]);
  ws.terminate();
  if (end === "silence") throw new Error("the socket neither answers nor closes");
  if (typeof end === "number" && !codes.has(end)) throw new Error(`closed with ${end}`);
  for (const text of messages) v.parse(liveMessage, JSON.parse(text));
  const others = actors.fill("@other", "guest");
  if (actor !== "admin" && actor !== "other" && messages.some((text) => text.includes(others)))
    throw new Error(`${actor} received data of another user`);
}

async function ticketOf(shop: TestShop, token: string | undefined): Promise<string> {
  if (token === undefined) return "none";
  const { body } = await shop.call("POST", "/live/ticket", undefined, { token });
  return String(body["ticket"]);
}

function sendFrame(ws: WebSocket, frame: Frame, ticket: string): void {
  if (ws.readyState !== WebSocket.OPEN) return;
  switch (frame.kind) {
    case "hello":
      return ws.send(toJson(frame.fields).replace("@ticket", ticket));
    case "text":
      return ws.send(frame.text);
    case "binary":
      return ws.send(frame.bytes);
    case "fragments":
      ws.send(frame.text, { fin: false });
      return ws.send(frame.text, { fin: true });
    case "bytes":
      // ws cannot send invalid frames.
      (ws as unknown as { _socket: { write(bytes: Uint8Array): void } })._socket.write(frame.bytes);
  }
}
