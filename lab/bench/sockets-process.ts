/** The sockets of the live benchmark, in their own process. */
import { openSocket } from "../call.ts";
import { answerParent } from "../child.ts";
import { inLanes } from "../waiting.ts";

/** Positions of orders, and the times when they arrived, in ms since 1970. */
export type Received = [position: number, at_ms: number][];

const opening_max = 50;

let received: Received = [];

answerParent({
  /** One socket for each token. */
  open: ({ url, tokens }: { url: string; tokens: string[] }) =>
    inLanes(opening_max, tokens, (token) => openSocket(url, token, note)),
  /** The orders since the last question. */
  received() {
    const answer = received;
    received = [];
    return answer;
  },
});

/** Reads only the beginning and the end, because this process shares the cores with what it measures. */
function note(data: Buffer): void {
  const at_ms = performance.timeOrigin + performance.now();
  if (data.toString("latin1", 0, 24) !== '{"event":"ordersUpdated"') return;
  const position = /"position":(\d+)\}$/.exec(data.toString("latin1", data.length - 40))?.[1];
  received.push([Number(position), at_ms]);
}
