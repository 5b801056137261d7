/** Long lists are compressed for clients that accept it. Secrets never are. */
import { type IncomingHttpHeaders, request } from "node:http";
import { gunzipSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import { openTestShop } from "#tools/testing/test-shop.ts";

const pin = "4471993022687155";
const card = "GHA-719284655-3";

const shop = openTestShop();
const ama = shop.userOfFile("ama", "0245550101", "Customer", 1_000_000);

beforeAll(async () => {
  const { token } = ama;
  const admin = { token: shop.admin.token };
  // Each for a number of its own: which orders look placed twice changes a little when they are indexed.
  for (let n = 10; n < 22; n++)
    await shop.as({ token }).post("/order/create", { ...order("mtnup2u-1"), receiver: `02441234${n}` });
  const form = { name: "Ama", phone: "0244123456", card, dob: "01/02/1990", location: "Kumasi" };
  await shop.as({ token }).post("/order/create", { ...order("afa-1"), items: form });
  await shop.call(
    "POST",
    "/product/create",
    { network: "WAEC", packages: [{ name: "Checker", priceCustomer: 20, priceAgent: 19, priceSAg: 18 }] },
    admin,
  );
  const voucher = { network: "WAEC", offer: "Checker", receiver: "0244123456" };
  const { body } = await shop.as({ token }).post("/order/create", voucher);
  const path = `/order/update-status/${String(body["_id"])}`;
  await shop.call("PUT", path, { status: "processing" }, admin);
  await shop.call("PUT", path, { status: "completed", voucher: { pin, serial: "WGR1" } }, admin);
  await shop.caughtUp();
});

const order = (packageId: string) => ({ packageId, receiver: "0244123456" });

interface Raw {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
}

/** The body as it comes over the wire; fetch would decompress it. */
function ask(path: string, headers: Record<string, string> = {}, body?: object): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const { token } = body === undefined ? shop.admin : ama;
    const all = { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers };
    const method = body === undefined ? "GET" : "POST";
    const asked = request(`${shop.server.url}/api${path}`, { method, headers: all }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("error", reject);
      answer.on("end", () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes: Buffer.concat(chunks) }),
      );
    });
    asked.on("error", reject);
    asked.end(body && JSON.stringify(body));
  });
}

const gzip = { "accept-encoding": "br, gzip" };

test.each([
  "/order/allorders",
  "/order/allorders?limit=50",
  "/user/statement",
  "/audit/movements?limit=50",
  "/openapi.json",
])("%s is smaller for clients that accept gzip, with the same content", async (path) => {
  const plain = await ask(`${path}${path.startsWith("/user") ? `?user=${ama._id}` : ""}`);
  const small = await ask(`${path}${path.startsWith("/user") ? `?user=${ama._id}` : ""}`, gzip);
  expect(plain.headers).not.toHaveProperty("content-encoding");
  expect(small.headers["content-encoding"]).toBe("gzip");
  expect([plain.headers.vary, small.headers.vary]).toEqual(["accept-encoding", "accept-encoding"]);
  expect(small.headers["content-type"]).toBe(plain.headers["content-type"]);
  expect(gunzipSync(small.bytes).equals(plain.bytes)).toBe(true);
  expect(small.bytes.length).toBeLessThan(plain.bytes.length / 2);
});

test.each([
  ["gzip", true],
  ["deflate, GZIP;q=0.5", true],
  ["*", true],
  ["*;q=0, gzip", true],
  ["gzip;q=0", false],
  ["gzip;q=0, *", false],
  ["br, deflate", false],
  ["identity", false],
  ["", false],
])("the Accept-Encoding %j is understood", async (accepted, isSmall) => {
  const { headers } = await ask("/order/allorders", { "accept-encoding": accepted });
  expect(headers["content-encoding"]).toBe(isSmall ? "gzip" : undefined);
});

test("an answer that fits one packet is not compressed", async () => {
  const { headers, bytes } = await ask("/order/allorders?limit=1", gzip);
  expect(bytes.length).toBeLessThan(1400);
  expect(headers).not.toHaveProperty("content-encoding");
  expect(headers.vary).toBe("accept-encoding");
});

test("a PIN and a card number are stored uncompressed, and the rows beside them are compressed", async () => {
  const { headers, bytes } = await ask("/order/allorders", gzip);
  expect(headers["content-encoding"]).toBe("gzip");
  expect(bytes.includes(`"pin":"${pin}"`)).toBe(true);
  expect(bytes.includes(`"card":"${card}"`)).toBe(true);
  expect(bytes.toString("latin1").split('"totalAmount":4.8').length - 1).toBe(0);
});

test("the answer to several orders is compressed, except a form with a card number", async () => {
  const form = { name: "Ama", phone: "0244123456", card, dob: "01/02/1990", location: "Kumasi" };
  const orders = [...Array.from({ length: 9 }, () => order("mtnup2u-1")), { ...order("afa-1"), items: form }];
  const body = { lines: orders.map((line, at) => ({ ...line, key: `bulk-${at}` })) };
  const plain = await ask("/order/bulk", {}, body);
  const small = await ask("/order/bulk", gzip, body);
  expect(small.headers["content-encoding"]).toBe("gzip");
  expect(JSON.parse(gunzipSync(small.bytes).toString())).toEqual(JSON.parse(plain.bytes.toString()));
  expect(small.bytes.length).toBeLessThan(plain.bytes.length / 3);
  expect(small.bytes.includes(`"card":"${card}"`)).toBe(true);
});

test("the plain and the compressed form of an answer have different ETags, and each is answered with 304", async () => {
  const plain = await ask("/openapi.json");
  const small = await ask("/openapi.json", gzip);
  expect(small.headers.etag).not.toBe(plain.headers.etag);
  for (const [{ headers }, accepts] of [
    [plain, {}],
    [small, gzip],
  ] as const) {
    const again = await ask("/openapi.json", { ...accepts, "if-none-match": headers.etag ?? "" });
    expect([again.status, again.bytes.length, again.headers.etag, again.headers.vary]).toEqual([
      304,
      0,
      headers.etag,
      "accept-encoding",
    ]);
  }
});
