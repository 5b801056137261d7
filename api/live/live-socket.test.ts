import { expect, test } from "vitest";
import type { Principal } from "../serve/principals.ts";
import { FakeWire } from "#tools/testing/fake-wire.ts";
import { closeCodes } from "#contract/live.ts";
import { LiveSocket } from "./live-socket.ts";

const principal: Principal = {
  session: "s",
  user: "u",
  username: "ama",
  phone: "0245550101",
  email: "ama@example.com",
  first_name: "",
  last_name: "",
  level: "Customer",
  status: "Active",
  position: 1,
  lacksFactor: false,
  hasUnusedChange: false,
};

const text = (value: string) => Buffer.from(value);

test("messages before the welcome are sent after it and after the missed rows", () => {
  const wire = new FakeWire();
  const socket = new LiveSocket(wire, wire, principal);
  socket.send("order/1", text("early"));
  expect(wire.sent).toEqual([]);
  socket.welcome([text("welcome"), text("missed")]);
  expect(wire.sent).toEqual(["welcome", "missed", "early"]);
});

test("a slow socket gets only the newest message of each row once it drains", () => {
  const wire = new FakeWire();
  const socket = new LiveSocket(wire, wire, principal);
  socket.welcome([text("welcome")]);
  wire.slow = true;
  socket.send("big", Buffer.alloc(70_000, "x"));
  for (let n = 1; n <= 1000; n++) {
    socket.send("order/1", text(`one ${n}`));
    socket.send("order/2", text(`two ${n}`));
  }
  expect(wire.sent).toHaveLength(2);
  wire.flush();
  expect(wire.sent.slice(2)).toEqual(["one 1000", "two 1000"]);
  socket.send("order/3", text("after"));
  expect(wire.sent.at(-1)).toBe("after");
});

test("a socket with nothing unsent gets caughtUp at once, after the rows of its run", () => {
  const wire = new FakeWire();
  const socket = new LiveSocket(wire, wire, principal);
  socket.welcome([text("welcome")]);
  socket.send("order/1", text("order at 7"));
  socket.send("me/u", text("me at 7"));
  socket.caughtUp(text("caught up to 7"));
  expect(wire.sent).toEqual(["welcome", "order at 7", "me at 7", "caught up to 7"]);
});

test("caughtUp before the welcome waits and is sent after all waiting rows", () => {
  const wire = new FakeWire();
  const socket = new LiveSocket(wire, wire, principal);
  socket.send("order/1", text("order at 8"));
  socket.caughtUp(text("caught up to 8"));
  socket.send("order/2", text("order at 9"));
  socket.caughtUp(text("caught up to 9"));
  socket.heartbeat(text("heartbeat"));
  expect(wire.sent).toEqual([]);
  socket.welcome([text("welcome"), text("missed"), text("caught up to 7")]);
  expect(wire.sent).toEqual([
    "welcome",
    "missed",
    "caught up to 7",
    "order at 8",
    "order at 9",
    "caught up to 9",
  ]);
});

test("a slow socket gets one caughtUp after every waiting row, including one that replaced an older row", () => {
  const wire = new FakeWire();
  const socket = new LiveSocket(wire, wire, principal);
  socket.welcome([text("welcome")]);
  wire.slow = true;
  socket.send("big", Buffer.alloc(70_000, "x"));
  socket.send("order/1", text("order 1 at 7"));
  socket.send("order/2", text("order 2 at 7"));
  socket.caughtUp(text("caught up to 7"));
  socket.send("order/1", text("order 1 at 8"));
  socket.heartbeat(text("heartbeat"));
  wire.flush();
  expect(wire.sent.slice(2)).toEqual(["order 2 at 7", "order 1 at 8", "caught up to 7"]);
});

test("caughtUp does not overtake waiting rows when the socket accepts only some of them", () => {
  const wire = new FakeWire();
  const socket = new LiveSocket(wire, wire, principal);
  socket.welcome([text("welcome")]);
  wire.slow = true;
  socket.send("big 1", Buffer.alloc(70_000, "x"));
  socket.send("big 2", Buffer.alloc(70_000, "y"));
  socket.send("order/1", text("order at 7"));
  socket.caughtUp(text("caught up to 7"));
  wire.flush();
  expect(wire.sent.slice(3)).toEqual([]);
  wire.flush();
  expect(wire.sent.slice(3)).toEqual(["order at 7", "caught up to 7"]);
});

test("a socket that accepts nothing for half a minute is closed, and one that drains is not", () => {
  const stuck = new FakeWire();
  const slow = new FakeWire();
  const sockets = [new LiveSocket(stuck, stuck, principal, 0), new LiveSocket(slow, slow, principal, 0)];
  for (const wire of [stuck, slow]) wire.bufferedAmount = 100_000;
  for (const socket of sockets) socket.check(29_000);
  expect(stuck.ended).toEqual([]);
  slow.bufferedAmount = 0;
  for (const socket of sockets) socket.check(31_000);
  expect(stuck.ended).toEqual([`close ${closeCodes.tooSlow}`, "terminate"]);
  expect(slow.ended).toEqual([]);
});

test("a client that does not answer a ping is closed at the next heartbeat", () => {
  const wire = new FakeWire();
  const socket = new LiveSocket(wire, wire, principal);
  socket.welcome([]);
  socket.heartbeat(text("beat"));
  wire.pong();
  socket.heartbeat(text("beat"));
  expect(wire.ended).toEqual([]);
  socket.heartbeat(text("beat"));
  expect(wire.ended).toEqual(["terminate"]);
  expect(wire.pings).toBe(2);
});

test("a socket ends with its session, at the next midnight", () => {
  const wire = new FakeWire();
  const midnight_ms = Date.UTC(2026, 10, 22);
  const socket = new LiveSocket(wire, wire, principal, midnight_ms - 60_000);
  socket.check(midnight_ms - 1);
  expect(wire.ended).toEqual([]);
  socket.check(midnight_ms);
  expect(wire.ended).toEqual([`close ${closeCodes.signedOut}`]);
});
