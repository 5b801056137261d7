/** The sockets of the live benchmark, in their own process. */
import WebSocket from "ws";
import { ask } from "../call.ts";
import { answerParent } from "../parent.ts";

/** Positions of orders, and the times when they arrived, in ms since 1970. */
export type Received = [position: number, at_ms: number][];

const opening_max = 50;

let received: Received = [];

answerParent({
  /** One socket for each token. */
  async open({ url, tokens }: { url: string; tokens: string[] }) {
    const rest = tokens.values();
    const lane = async () => {
      for (const token of rest) await open(url, token);
    };
    await Promise.all(Array.from({ length: opening_max }, lane));
  },
  /** The orders since the last question. */
  received() {
    const answer = received;
    received = [];
    return answer;
  },
});

/** Resolves when the welcome arrives. */
async function open(url: string, token: string): Promise<void> {
  const { ticket } = await ask<{ ticket: string }>(url, { method: "POST", path: "/live/ticket", token });
  const socket = new WebSocket(`${url.replace("http", "ws")}/api/live`, { perMessageDeflate: false });
  return new Promise((resolve, reject) => {
    socket.once("error", reject).once("close", () => reject(new Error("a socket was closed")));
    socket.once("open", () => socket.send(JSON.stringify({ type: "hello", ticket, position: null })));
    socket.on("message", (data: Buffer) => {
      const at_ms = performance.timeOrigin + performance.now();
      // Only the beginning and the end are read, because this process shares the cores with what it measures.
      if (data.toString("latin1", 0, 20).includes("welcome")) resolve();
      if (data.toString("latin1", 0, 24) !== '{"event":"ordersUpdated"') return;
      received.push([
        Number(/"position":(\d+)\}$/.exec(data.toString("latin1", data.length - 40))?.[1]),
        at_ms,
      ]);
    });
  });
}
