import { beforeEach, describe, expect, test } from "vitest";
import {
  LiveConnection,
  retryDelay_ms,
  silence_ms,
  stepOf,
  type LiveOccurrence,
  type LiveSocket,
  type SocketListener,
} from "./connection.ts";
import type { LiveState } from "../lib/live-state.ts";
import { limits } from "#contract/terms/limits.ts";
import { closeCodes } from "#contract/live.ts";

class FakeSocket implements LiveSocket {
  sent: string[] = [];
  isClosed = false;
  readonly listener: SocketListener;
  constructor(listener: SocketListener) {
    this.listener = listener;
  }
  send(text: string) {
    this.sent.push(text);
  }
  close() {
    this.isClosed = true;
  }
  say(message: object) {
    this.listener.heard(JSON.stringify(message));
  }
}

let states: LiveState[];
let sockets: FakeSocket[];
let tickets: { resolve(ticket: string | null): void; reject(): void }[];
let timer: { run(): void; delay_ms: number } | undefined;
let now_ms: number;
let refusals: number;
let messages: unknown[];
let connection: LiveConnection;

beforeEach(() => {
  [states, sockets, tickets, messages] = [[], [], [], []];
  [timer, now_ms, refusals] = [undefined, 0, 0];
  connection = new LiveConnection({
    fetchTicket: () =>
      new Promise((resolve, reject) => tickets.push({ resolve, reject: () => reject(new Error("no")) })),
    openSocket: (listener) => {
      const socket = new FakeSocket(listener);
      sockets.push(socket);
      return socket;
    },
    resumeMark: () => ({ position: 41, log: "ab" }),
    onMessage: (message) => messages.push(message),
    onState: (state) => states.push(state),
    onRefused: () => (refusals += 1),
    random: () => 0.5,
    now_ms: () => now_ms,
    setTimer: (run, delay_ms) => (timer = { run, delay_ms }),
    clearTimer: () => (timer = undefined),
  });
});

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

async function reach(state: "opening" | "greeting" | "live"): Promise<FakeSocket> {
  tickets.at(-1)?.resolve("t1");
  await settle();
  const socket = sockets.at(-1)!;
  if (state !== "opening") socket.listener.opened();
  if (state === "live") socket.say({ type: "welcome", position: 50, refetch: false });
  expect(states.at(-1)).toBe(state);
  return socket;
}

describe("the table", () => {
  const all: LiveState[] = ["off", "ticket", "opening", "greeting", "live", "waiting"];
  const occurrences: LiveOccurrence[] = [
    "start",
    "stop",
    "wake",
    "ticketed",
    "opened",
    "welcomed",
    "heard",
    "failed",
    "refused",
    "timer",
  ];

  test("gives a known state for every occurrence in every state", () => {
    for (const state of all) {
      for (const occurrence of occurrences) expect(all).toContain(stepOf(state, occurrence)[0]);
    }
  });

  test("stop leads to off from every state, and a refusal never reconnects", () => {
    for (const state of all) {
      expect(stepOf(state, "stop")[0]).toBe("off");
      expect(["off", state]).toContain(stepOf(state, "refused")[0]);
    }
    expect(stepOf("off", "timer")[0]).toBe("off");
    expect(stepOf("off", "wake")[0]).toBe("off");
  });

  test("a failure at any step leads to waiting with a timer", () => {
    for (const state of ["ticket", "opening", "greeting", "live"] as const) {
      expect(stepOf(state, "failed")).toEqual(["waiting", "drop", "armRetry"]);
      expect(stepOf(state, "timer")).toEqual(["waiting", "drop", "armRetry"]);
    }
  });
});

describe("the connection", () => {
  test("says hello with its ticket and position, and is live after the welcome", async () => {
    connection.start();
    expect(timer?.delay_ms).toBe(limits.connect_timeout_ms);
    const socket = await reach("live");
    expect(socket.sent).toEqual(['{"type":"hello","ticket":"t1","position":41,"log":"ab"}']);
    expect(states).toEqual(["ticket", "opening", "greeting", "live"]);
    expect(messages).toEqual([{ type: "welcome", position: 50, refetch: false }]);
    expect(timer?.delay_ms).toBe(silence_ms);
  });

  test("reconnects after a loss with growing delays, which restart after a success", async () => {
    connection.start();
    (await reach("live")).listener.closed(1006);
    const delays = [timer?.delay_ms];
    for (let i = 0; i < 3; i++) {
      timer?.run();
      tickets.at(-1)?.reject();
      await settle();
      delays.push(timer?.delay_ms);
    }
    expect(delays).toEqual([1500, 3000, 3750, 3750]);
    timer?.run();
    (await reach("live")).listener.closed(closeCodes.restart);
    expect(timer?.delay_ms).toBe(1500);
  });

  test("gives up a hanging attempt after the connect timeout, and ignores its later reports", async () => {
    connection.start();
    const stale = await reach("opening");
    timer?.run();
    expect(states.at(-1)).toBe("waiting");
    expect(stale.isClosed).toBe(true);
    stale.listener.opened();
    stale.say({ type: "welcome", position: 1, refetch: false });
    stale.listener.closed(closeCodes.banned);
    expect([messages, refusals]).toEqual([[], 0]);
    expect(states.at(-1)).toBe("waiting");
    expect(stale.sent).toEqual([]);
  });

  test("a ticket that arrives after its attempt has ended opens nothing", async () => {
    connection.start();
    timer?.run();
    tickets[0]?.resolve("late");
    await settle();
    expect(sockets).toHaveLength(0);
    expect(states.at(-1)).toBe("waiting");
  });

  test("closes a silent connection, and keeps one that receives any message", async () => {
    connection.start();
    const socket = await reach("live");
    timer = undefined;
    socket.say({ type: "heartbeat", position: 51 });
    expect(timer).toMatchObject({ delay_ms: silence_ms });
    timer!.run();
    expect(states.at(-1)).toBe("waiting");
    expect(socket.isClosed).toBe(true);
  });

  test("waking reconnects at once, and drops a connection that missed a heartbeat", async () => {
    connection.start();
    tickets[0]?.reject();
    await settle();
    connection.wake();
    expect(states.at(-1)).toBe("ticket");
    await reach("live");
    now_ms = 20_000;
    connection.wake();
    expect(timer?.delay_ms).toBe(silence_ms);
    now_ms = 31_000;
    connection.wake();
    expect(timer?.delay_ms).toBe(0);
  });

  test.each([closeCodes.ticketInvalid, closeCodes.restart])(
    "reconnects after close code %i",
    async (code) => {
      connection.start();
      (await reach("live")).listener.closed(code);
      expect(states.at(-1)).toBe("waiting");
      expect(refusals).toBe(0);
    },
  );

  test.each([closeCodes.signedOut, closeCodes.banned])(
    "close code %i ends the connection permanently",
    async (code) => {
      connection.start();
      (await reach("live")).listener.closed(code);
      expect(states.at(-1)).toBe("off");
      expect(refusals).toBe(1);
      expect(timer).toBeUndefined();
    },
  );

  test("does not connect without a session", async () => {
    connection.start();
    tickets[0]?.resolve(null);
    await settle();
    expect(states.at(-1)).toBe("off");
    expect(sockets).toHaveLength(0);
  });

  test("ignores malformed messages", async () => {
    connection.start();
    const socket = await reach("live");
    for (const data of ["{", "null", "7", '{"event":"ordersUpdated"}', '{"type":"heartbeat"}']) {
      socket.listener.heard(data);
    }
    expect(messages).toHaveLength(1);
    expect(states.at(-1)).toBe("live");
  });
});

test("the retry delay stays within the specification's 1 to 5 s, and half of it is random even at the cap", () => {
  for (const random of [0, 0.3, 0.999]) {
    for (let failures = 1; failures < 40; failures++) {
      const delay_ms = retryDelay_ms(failures, random);
      expect(delay_ms).toBeGreaterThanOrEqual(limits.reconnect_ms_min);
      expect(delay_ms).toBeLessThanOrEqual(limits.reconnect_ms_max);
    }
  }
  expect(retryDelay_ms(30, 0) - retryDelay_ms(30, 1)).toBe(
    limits.reconnect_ms_max * limits.reconnect_randomization,
  );
});
