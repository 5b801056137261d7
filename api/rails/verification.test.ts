/** What the shop concludes from Paystack's answer to a verification. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { Paystack } from "./paystack.ts";

/** Asks a server that gives this answer. */
async function verify(status: number, body: string) {
  const server = createServer((_, response) => response.writeHead(status).end(body)).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const paystack = new Paystack({
    key: "sk_test_key",
    url: `http://127.0.0.1:${port}`,
    answer_ms: 5000,
  });
  return paystack.verify("some-reference");
}

const refusal = (message: string) => JSON.stringify({ status: false, message });

test.each([
  ["refuses the shop's key", 400, refusal("Invalid key")],
  ["refuses the shop's key with 401", 401, refusal("Invalid key")],
  ["asks the shop to wait", 429, refusal("Too many requests")],
  ["fails", 500, refusal("Transaction reference is invalid")],
  ["comes from a proxy", 400, "<html>Bad Request</html>"],
])("nothing is concluded from an answer that %s", async (_, status, body) => {
  expect(await verify(status, body)).toBeUndefined();
});

test.each([400, 404])("a reference that Paystack refuses with %s was never charged", async (status) => {
  expect(await verify(status, refusal("Transaction reference is invalid"))).toBeNull();
});
