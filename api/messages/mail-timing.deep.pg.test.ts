/** Whether an address is known must not show in the time of the answer. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestMailServer, type TestMailServer } from "#tools/testing/test-mail-server.ts";
import { TestShop } from "#tools/testing/test-shop.ts";

let shop: TestShop;
let mail: TestMailServer;
beforeAll(async () => {
  mail = await startTestMailServer();
  const from = "Ama's Shop <shop@example.com>";
  shop = await TestShop.open({ messages: { mail: { url: mail.url, from } } });
  await shop.addUser("ama", "0245550101");
});
afterAll(async () => {
  await shop.close();
  await mail.close();
});

test("a request for a reset link takes as long for a known address as for an unknown one", async () => {
  const times: Record<"known" | "unknown", number[]> = { known: [], unknown: [] };
  const rounds = 40;
  for (let n = 0; n < rounds; n++) {
    for (const [who, email] of [
      ["known", "ama@example.com"],
      ["unknown", `nobody${n}@example.com`],
    ] as const) {
      await shop.pool.query("delete from shop.attempt");
      const began = performance.now();
      const { status } = await shop.call("POST", "/user/forget-password", { email });
      times[who].push(performance.now() - began);
      expect(status).toBe(200);
    }
  }
  const median = (values: number[]) => values.toSorted((a, b) => a - b)[rounds / 2] ?? 0;
  expect(Math.abs(median(times.known) - median(times.unknown))).toBeLessThan(
    0.5 * Math.max(median(times.known), median(times.unknown)),
  );
});
