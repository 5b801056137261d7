/**
 * The sockets of the live benchmark, in their own process. They use plain TCP, because they share two cores with what they
 * measure. They know only enough of the protocol to send a hello, answer pings and find the end of each message.
 */
import { connect, type Socket } from "node:net";

/** A request of the parent: open one socket for each token, or send the orders received since the last request. */
export type SocketsRequest = { open: { url: string; tokens: string[] } } | "received";

/** Positions of orders, and the times when they arrived, in ms since 1970. */
export type Received = [position: number, at_ms: number][];

const opening_max = 50;
const opcode = { text: 1, ping: 9, pong: 10 };
const order = Buffer.from('{"event":"ordersUpdated"');

let received: Received = [];

process.on("message", (request: SocketsRequest) => {
  if (request === "received") {
    process.send?.(received);
    received = [];
    return;
  }
  openAll(request.open.url, request.open.tokens).then(
    () => process.send?.("opened"),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.on("disconnect", () => process.exit());

async function openAll(url: string, tokens: string[]): Promise<void> {
  const rest = tokens.values();
  const lane = async () => {
    for (const token of rest) await open(url, token);
  };
  await Promise.all(Array.from({ length: opening_max }, lane));
}

/** Resolves when the welcome arrives. */
async function open(url: string, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${url}/api/live/ticket`, { method: "POST", headers });
  const { ticket } = (await response.json()) as { ticket: string };
  const socket = connect({ port: Number(new URL(url).port), host: "127.0.0.1", noDelay: true });
  socket.write(
    "GET /api/live HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: websocket\r\n" +
      "sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
  );
  return new Promise((resolve, reject) => {
    socket.once("error", reject);
    socket.once("close", () => reject(new Error("a socket was closed")));
    socket.once("data", (head) => {
      if (!head.toString("latin1").startsWith("HTTP/1.1 101"))
        return reject(new Error(head.toString("latin1")));
      readFrames(socket, resolve);
      write(socket, opcode.text, Buffer.from(JSON.stringify({ type: "hello", ticket, position: null })));
    });
  });
}

function readFrames(socket: Socket, welcomed: () => void): void {
  let rest: Buffer | undefined;
  socket.on("data", (chunk: Buffer) => {
    const at_ms = performance.timeOrigin + performance.now();
    let bytes = rest ? Buffer.concat([rest, chunk]) : chunk;
    rest = undefined;
    for (;;) {
      const frame = frameOf(bytes);
      if (!frame) break;
      bytes = bytes.subarray(frame.end);
      if (frame.opcode === opcode.ping) write(socket, opcode.pong, frame.payload);
      else if (frame.opcode === opcode.text) take(frame.payload, at_ms, welcomed);
    }
    if (bytes.length > 0) rest = bytes;
  });
}

function take(payload: Buffer, at_ms: number, welcomed: () => void): void {
  if (payload.subarray(0, order.length).equals(order)) {
    const end = payload.toString("latin1", payload.length - 40);
    received.push([Number(/"position":(\d+)\}$/.exec(end)?.[1]), at_ms]);
  } else if (payload.toString("latin1", 0, 20).includes("welcome")) welcomed();
}

/** The first complete frame. Frames of servers are not masked, and here they are shorter than 64 KiB. */
function frameOf(bytes: Buffer): { opcode: number; payload: Buffer; end: number } | undefined {
  if (bytes.length < 2) return undefined;
  const short = bytes.readUInt8(1);
  const begin = short === 126 ? 4 : 2;
  if (bytes.length < begin) return undefined;
  const end = begin + (short === 126 ? bytes.readUInt16BE(2) : short);
  if (bytes.length < end) return undefined;
  return { opcode: bytes.readUInt8(0) & 0x0f, payload: bytes.subarray(begin, end), end };
}

/** Writes a frame masked with zeros, because a client's frames must be masked. */
function write(socket: Socket, code: number, payload: Buffer): void {
  const length = payload.length;
  const head = length < 126 ? [0x80 | length] : [0x80 | 126, length >> 8, length & 0xff];
  socket.write(Buffer.concat([Buffer.from([0x80 | code, ...head, 0, 0, 0, 0]), payload]));
}
