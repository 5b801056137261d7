import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer as createHttpServer } from "node:http";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findDockerEngine } from "./test-server.ts";

let folder: string;
let socket: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "cedibook-engine-"));
  socket = join(folder, "docker.sock");
});

afterEach(() => rm(folder, { recursive: true, force: true }));

test("finds a Docker engine that answers", async () => {
  const engine = createHttpServer((request, response) => response.end(request.url === "/_ping" ? "OK" : ""));
  await once(engine.listen(socket), "listening");
  expect(await findDockerEngine({ DOCKER_HOST: `unix://${socket}` })).toBe(`unix://${socket}`);
  engine.close();
});

test("gives up on a Docker socket that accepts and never answers", async () => {
  const silent = createServer();
  silent.on("connection", (connection) => connection.on("error", () => {}));
  await once(silent.listen(socket), "listening");
  const began_ms = performance.now();
  expect(await findDockerEngine({ DOCKER_HOST: `unix://${socket}` })).toBeUndefined();
  expect(performance.now() - began_ms).toBeLessThan(5000);
  silent.close();
});

test.each(["unix:///nowhere/docker.sock", "tcp://127.0.0.1:1", "ssh://somebody@nowhere", "nonsense"])(
  "no engine at %s",
  async (host) => {
    expect(await findDockerEngine({ DOCKER_HOST: host })).toBeUndefined();
  },
);
