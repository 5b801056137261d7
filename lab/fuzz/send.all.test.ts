/** The fuzz's own client. */
import { Agent } from "node:http";
import { createServer } from "node:net";
import { once } from "node:events";
import { expect, test } from "vitest";
import { send } from "./send.ts";

test("an answer ends where its header says, whatever the server sends after it", async () => {
  const head = (body: string) => `HTTP/1.1 400 Bad Request\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", () => socket.end(`HTTP/1.1 100 Continue\r\n\r\n${head("{}")}${head("more")}`));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  const sent = {
    method: "GET",
    path: "/",
    headers: [["expect", "100-continue"]] as [string, string][],
    body: undefined,
  };
  expect(await send(`http://127.0.0.1:${port}`, new Agent(), sent)).toMatchObject({
    status: 400,
    text: "{}",
  });
  server.close();
});
