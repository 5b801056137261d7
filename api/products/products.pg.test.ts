import { expect, test } from "vitest";
import type { ProductAnswer, ProductRecord, ProductsAnswer } from "#contract/products.ts";
import { openTestShop, testPackages } from "#tools/testing/test-shop.ts";

const shop = openTestShop();
const ama = shop.userOfFile("ama", "0245550101", "Customer", 10_000);

const base64Of = (start: string, length: number) =>
  Buffer.concat([Buffer.from(start, "latin1"), Buffer.alloc(length - start.length)]).toString("base64");
const pngStart = "\x89PNG\r\n\x1a\n";
const png = `data:image/png;base64,${base64Of(pngStart, 100)}`;
const jpeg = `data:image/jpeg;base64,${base64Of("\xff\xd8\xff\xe0", 102_400)}`;
const oneGigabyte = { offer: "1 GB", priceCustomer: 5, priceAgent: "4.80", priceSAg: 4.5 };
const telecel = { network: "Telecel", image: png, packages: [oneGigabyte], status: "available" };

type Answer = ProductAnswer & { product: ProductRecord } & { code: string; fields: Record<string, string> };
const create = (body: unknown, key?: string, token = shop.admin.token) =>
  shop.as({ token }).post<Answer>("/product/create", body, { key });
const change = (id: string, body: unknown, key?: string, token = shop.admin.token) =>
  shop.as({ token }).put<Answer>(`/product/${id}`, body, { key });
const list = async () => (await shop.call<ProductRecord[]>("GET", "/product")).body;
const imageAt = (url: string | null) => fetch(`${shop.server.url}${url ?? ""}`);

test("a new product is in the list and the feed and can be bought; a retry creates no second one", async () => {
  const live = await shop.live(ama, null);
  const first = await create(telecel, "make");
  expect(first).toMatchObject({ status: 201, body: { message: "Product created successfully" } });
  const { product } = first.body;
  expect(product).toMatchObject({
    network: "Telecel",
    status: "available",
    note: "",
    packages: [{ offer: "1 GB", priceCustomer: 5, priceAgent: 4.8, priceSAg: 4.5 }],
  });
  await live.next((m) => "event" in m && m.event === "productsUpdated" && m.data._id === product._id);
  live.close();
  expect(await create(telecel, "make")).toMatchObject({ status: 201, body: first.body });
  expect((await list()).filter(({ network }) => network === "Telecel")).toEqual([product]);
  const order = { packageId: product.packages[0]?._id, receiver: "0204123456", totalAmount: 5 };
  const bought = await shop.as(ama).post("/order/create", order);
  expect(bought).toMatchObject({ status: 201, body: { totalAmount: 5, network: "Telecel" } });
});

test("a purchase is refused if the package's offer has changed since the buyer saw it", async () => {
  const packages = [{ ...oneGigabyte, offer: "2 GB" }];
  const { body: made } = await create({ ...telecel, network: "AirtelTigo", packages });
  const [row] = made.product.packages;
  const seen = { network: "AirtelTigo", packageId: row?._id, offer: "2 GB", receiver: "0264123456" };
  await change(made.product._id, { network: "AirtelTigo", packages: [{ ...row, offer: "1 GB" }] });
  const buy = (order: unknown) => shop.as(ama).post<{ offer: string }>("/order/create", order);
  expect(await buy(seen)).toMatchObject({
    status: 404,
    body: { code: "package_unknown", message: "Package not found" },
  });
  expect(await buy({ ...seen, offer: "1 GB" })).toMatchObject({ status: 201, body: { offer: "1 GB" } });
});

test("an image is cached permanently at its own address, and served only as an image", async () => {
  const product = (await list()).find(({ network }) => network === "Telecel");
  expect(product?.image).toMatch(/^\/api\/product\/image\/[0-9a-f]{64}$/);
  const image = await imageAt(product?.image ?? null);
  expect(image.status).toBe(200);
  expect(image.headers.get("content-type")).toBe("image/png");
  expect(image.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect(image.headers.get("x-content-type-options")).toBe("nosniff");
  expect(Buffer.from(await image.arrayBuffer()).toString("base64")).toBe(png.split(",")[1]);
  expect((await imageAt(`/api/product/image/${"0".repeat(64)}`)).status).toBe(404);
  expect((await imageAt("/api/product/image/x")).status).toBe(404);
});

test("the log contains the hash of an image, not the image", async () => {
  const { rows } = await shop.pool.query<{ image: string; size: number }>(
    `select data->>'image' as image, length(data::text) as size from ledger.event
     where type = 'product_created' and data->>'network' = 'Telecel'`,
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]?.image).toMatch(/^[0-9a-f]{64}$/);
  expect(rows[0]?.size).toBeLessThan(500);
});

test("the product list is answered with 304 until something changes", async () => {
  const ask = (etag: string) =>
    fetch(`${shop.server.url}/api/product`, { headers: { "if-none-match": etag } });
  const etag = (await ask("")).headers.get("etag") ?? "";
  const same = await ask(etag);
  expect(same.status).toBe(304);
  expect(await same.text()).toBe("");
  expect(same.headers.get("cache-control")).toBe("no-cache");
  expect(Number(same.headers.get("x-position"))).toBeGreaterThan(0);
  await shop.as(shop.admin).put("/product/afa/status", { status: "out of stock" });
  const changed = await ask(etag);
  expect(changed.status).toBe(200);
  expect(changed.headers.get("etag")).not.toBe(etag);
});

test("a change keeps the packages' ids and the image at the given address; null removes the image", async () => {
  const [before] = (await list()).filter(({ network }) => network === "Telecel");
  if (!before) throw new Error("no product");
  const [kept] = before.packages;
  const body = {
    network: "Telecel",
    image: before.image,
    status: "out of stock",
    note: "Slow today",
    packages: [
      { ...kept, priceCustomer: "6.00" },
      { name: "2 GB", priceCustomer: 9, priceAgent: 8, priceSAg: 7 },
      { _id: testPackages[0]?.id, ...oneGigabyte, offer: "3 GB" },
    ],
  };
  const changed = await change(before._id, body, "change");
  expect(changed).toMatchObject({ status: 200, body: { message: "Product updated successfully" } });
  const { product } = changed.body;
  expect(product).toMatchObject({ image: before.image, status: "out of stock", note: "Slow today" });
  expect(product.packages.map(({ offer, priceCustomer }) => [offer, priceCustomer])).toEqual([
    ["1 GB", 6],
    ["2 GB", 9],
    ["3 GB", 5],
  ]);
  expect(product.packages[0]?._id).toBe(kept?._id);
  // An id that this product does not have may belong to another product, so the package gets a new one.
  expect(product.packages[2]?._id).not.toBe(testPackages[0]?.id);
  expect((await change(before._id, body, "change")).body).toEqual(changed.body);
  expect(await change(before._id, { ...body, note: "" }, "change")).toMatchObject({ status: 422 });
  const { image: _image, status: _status, note: _note, ...little } = body;
  expect((await change(before._id, little)).body.product).toMatchObject({
    image: before.image,
    status: "out of stock",
    note: "Slow today",
  });
  expect((await change(before._id, { ...body, image: null })).body.product.image).toBeNull();
  expect((await change(before._id, { ...body, image: jpeg })).status).toBe(200);
  const [after] = (await list()).filter(({ network }) => network === "Telecel");
  expect((await imageAt(after?.image ?? null)).headers.get("content-type")).toBe("image/jpeg");
});

const svg = Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>").toString("base64");
const wrongKind = "Please choose a PNG, JPEG or WebP image";
const tooLarge = "Image size exceeds 100KB. Please upload a smaller image.";
const refusals: [string, object, string, string][] = [
  ["an SVG", { image: `data:image/svg+xml;base64,${svg}` }, "image", wrongKind],
  ["an SVG that calls itself PNG", { image: `data:image/png;base64,${svg}` }, "image", wrongKind],
  ["a GIF", { image: `data:image/gif;base64,${base64Of("GIF89a", 50)}` }, "image", wrongKind],
  [
    "a RIFF that is no WebP",
    { image: `data:image/webp;base64,${base64Of("RIFF0000WAVE", 50)}` },
    "image",
    wrongKind,
  ],
  ["an image elsewhere", { image: "https://example.com/a.png" }, "image", wrongKind],
  ["an address of no image", { image: `/api/product/image/${"0".repeat(64)}` }, "image", wrongKind],
  ["an image that is a number", { image: 5 }, "image", wrongKind],
  [
    "an image one byte too large",
    { image: `data:image/png;base64,${base64Of(pngStart, 102_401)}` },
    "image",
    tooLarge,
  ],
  ["an unknown network", { network: "Nokia" }, "network", "Please select a network"],
  ["an unknown status", { status: "gone" }, "status", "Please choose available or out of stock"],
  ["no packages", { packages: undefined }, "packages", "All fields are required"],
  [
    "an offer twice",
    { packages: [oneGigabyte, { ...oneGigabyte, offer: " 1 gb" }] },
    "packages",
    "Two packages have the same offer",
  ],
  [
    "61 packages",
    { packages: Array.from({ length: 61 }, (_, n) => ({ ...oneGigabyte, offer: `${n} GB` })) },
    "packages",
    "At most 60 packages",
  ],
  [
    "a package without an offer",
    { packages: [{ ...oneGigabyte, offer: undefined }] },
    "packages.0.offer",
    "Please enter the offer",
  ],
  [
    "an empty offer",
    { packages: [{ ...oneGigabyte, offer: " " }] },
    "packages.0.offer",
    "Please enter the offer",
  ],
  ...[
    ["a price of text", "five", "Price must be a number"],
    ["a missing price", undefined, "All fields are required"],
    ["a price that is null", null, "Price must be a number"],
    ["three decimals", 4.805, "Price must be a number"],
    ["a negative price", -1, "The price must be above zero"],
    ["a price of nothing", 0, "The price must be above zero"],
    ["a fantastic price", 100_000.01, "The price must not exceed ¢100,000.00"],
  ].map(([what, priceAgent, message]): [string, object, string, string] => [
    String(what),
    { packages: [{ ...oneGigabyte, priceAgent }] },
    "packages.0.priceAgent",
    String(message),
  ]),
];

test.each(refusals)(
  "a product with %s is refused and changes nothing",
  async (_what, patch, field, message) => {
    const before = await shop.books();
    for (const answer of [
      await create({ ...telecel, network: "WAEC", ...patch }),
      await change("mtnup2u", { ...telecel, network: "MTNup2u", ...patch }),
    ]) {
      expect(answer).toMatchObject({ status: 400, body: { code: "input_invalid", message } });
      expect(Object.keys(answer.body.fields)).toEqual([field]);
    }
    expect(await shop.books()).toEqual(before);
  },
);

test("each network has one product, an unknown product cannot be changed, and only admins can do either", async () => {
  const before = await shop.books();
  const taken = { status: 409, body: { code: "network_taken" } };
  expect(await create({ ...telecel, network: "AFA" })).toMatchObject(taken);
  expect(await change("mtnup2u", { ...telecel, network: "AFA" })).toMatchObject(taken);
  expect(await change("nothing", { ...telecel, network: "WAEC" })).toMatchObject({
    status: 404,
    body: { code: "product_unknown", message: "Product not found" },
  });
  for (const answer of [
    await create({ ...telecel, network: "WAEC" }, undefined, ama.token),
    await change("mtnup2u", telecel, undefined, ama.token),
  ])
    expect(answer).toMatchObject({ status: 403, body: { code: "admin_only" } });
  expect((await shop.call("POST", "/product/create", telecel)).status).toBe(401);
  expect(await shop.books()).toEqual(before);
});

const createAll = (products: unknown[], key?: string) =>
  shop.as(shop.admin).post<ProductsAnswer>("/product/create-several", { products }, { key });

test("several products are created at once or not at all, and a retry creates no more", async () => {
  const airtime = { network: "Airtime", packages: [{ ...oneGigabyte, offer: "¢5 airtime" }] };
  const ishare = { network: "AT-ishare", packages: [oneGigabyte], image: png };
  const before = await list();
  for (const [products, status, code] of [
    [[airtime, { network: "MTNup2u", packages: [] }], 409, "network_taken"],
    [[airtime, airtime], 400, "input_invalid"],
    [[airtime, { ...ishare, packages: [{ ...oneGigabyte, priceAgent: "four" }] }], 400, "input_invalid"],
    [[], 400, "input_invalid"],
  ] as const)
    expect(await createAll([...products])).toMatchObject({ status, body: { code } });
  expect(await list()).toEqual(before);

  const made = await createAll([airtime, ishare], "open-the-shop");
  expect(made).toMatchObject({ status: 201, body: { message: "Products created successfully" } });
  expect(made.body.products.map(({ network }) => network)).toEqual(["Airtime", "AT-ishare"]);
  expect(await createAll([airtime, ishare], "open-the-shop")).toMatchObject({ status: 201, body: made.body });
  const now = await list();
  expect(now).toHaveLength(before.length + 2);
  expect(now).toEqual(expect.arrayContaining(made.body.products));
  expect((await imageAt(made.body.products[1]!.image)).status).toBe(200);
  expect(await createAll([airtime])).toMatchObject({ status: 409, body: { code: "network_taken" } });
});
