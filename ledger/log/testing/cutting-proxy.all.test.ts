import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type CuttingProxy, startCuttingProxy } from "./cutting-proxy.ts";

let server: Server;
let proxy: CuttingProxy;
const sockets: Socket[] = [];

beforeEach(async () => {
  server = createServer((socket) => {
    socket.on("error", () => {});
    socket.pipe(socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  proxy = await startCuttingProxy(`postgres://127.0.0.1:${(server.address() as AddressInfo).port}/shop`);
});

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await proxy.close();
  server.close();
});

interface Peer {
  socket: Socket;
  heard: () => string;
}

async function join(): Promise<Peer> {
  const socket = connect(proxy.port, "127.0.0.1");
  sockets.push(socket);
  let text = "";
  socket.on("data", (chunk: Buffer) => (text += chunk.toString()));
  socket.on("error", () => {});
  await once(socket, "connect");
  return { socket, heard: () => text };
}

/** Longer than anything takes on loopback unless it is held. */
const silence = () => new Promise((resolve) => setTimeout(resolve, 150));

test("held traffic arrives once the proxy is clear again", async () => {
  const { socket, heard } = await join();
  proxy.setWeather({ kind: "held" });
  socket.write("late");
  await silence();
  expect(heard()).toBe("");
  proxy.setWeather({ kind: "clear" });
  await expect.poll(heard).toBe("late");
});

test("a connection that lost data stays open and silent, and a new one works", async () => {
  const old = await join();
  proxy.setWeather({ kind: "swallowed", towards: ["client"] });
  old.socket.write("lost");
  await silence();
  proxy.setWeather({ kind: "clear" });
  old.socket.write("lost too");
  const { socket, heard } = await join();
  socket.write("heard");
  await expect.poll(heard).toBe("heard");
  expect(old.heard()).toBe("");
  expect(old.socket.destroyed).toBe(false);
  proxy.cutLost();
  await expect.poll(() => old.socket.destroyed).toBe(true);
  expect(socket.destroyed).toBe(false);
});

test("a refusing port is closed, and open connections stay", async () => {
  const { socket, heard } = await join();
  await proxy.refuse(true);
  const refused = connect(proxy.port, "127.0.0.1");
  const [error] = (await once(refused, "error")) as [NodeJS.ErrnoException];
  expect(error.code).toBe("ECONNREFUSED");
  socket.write("still here");
  await expect.poll(heard).toBe("still here");
  await proxy.refuse(false);
  await join();
});
