/** Products, their packages and images. */
import { randomUUID } from "node:crypto";
import type { Context } from "hono";
import * as v from "valibot";
import { movesPriceFar } from "#ledger/core/events/price-cuts.ts";
import type { ProductFacts } from "#ledger/core/rows/products.ts";
import { readProductChanges } from "#ledger/products/changes.ts";
import { listProducts, type ProductView } from "#ledger/products/catalogue.ts";
import type { SideWrite } from "#ledger/log/writer.ts";
import { defaultNote } from "#contract/terms/product-types.ts";
import { texts } from "#contract/terms/texts.ts";
import { idOfStream } from "#contract/terms/streams.ts";
import { requireStepUp } from "../serve/step-up.ts";
import type { Env } from "../serve/env.ts";
import type { Shop } from "../shop.ts";
import { operations } from "#contract/operations.ts";
import { type ProductAnswer, productBody } from "#contract/products.ts";
import { type AcceptedCommand, perform } from "../serve/command.ts";
import { ApiError } from "../serve/errors.ts";
import type { Serve } from "../serve/serve.ts";
import { isAwaitingApproval } from "../approvals/records.ts";
import { hashInUrl, imageWrite, readImage, refuse } from "./images.ts";
import { productRecord } from "./records.ts";

export function productRoutes(shop: Shop, serve: Serve): void {
  serve(operations.listProducts, async () => (await listProducts(shop.db)).map(productRecord));

  serve(operations.createProduct, async (c, { body }) => {
    const { facts, sideWrites } = await factsOf(shop, body, undefined);
    const done = await perform(shop, c, {
      type: "create_product",
      intent: { product: randomUUID(), facts },
      body,
      sideWrites,
    });
    return productAnswer(shop, done, texts.productCreated);
  });

  serve(operations.createProducts, async (c, { body }) => {
    const created = await Promise.all(body.products.map((one) => factsOf(shop, one, undefined)));
    const { events, position } = await perform(shop, c, {
      type: "create_products",
      intent: { products: created.map(({ facts }) => ({ product: randomUUID(), facts })) },
      body,
      sideWrites: created.flatMap(({ sideWrites }) => sideWrites),
    });
    return { products: events.slice(1).map(createdRecord), message: texts.productsCreated, position };
  });

  serve(operations.changeProduct, async (c, { params, body }) => {
    const { id: product } = params;
    const present = (await listProducts(shop.db)).find(({ id }) => id === product);
    const { facts, sideWrites } = await factsOf(shop, body, present);
    if (present && movesPriceFar(present, facts, await readProductChanges(shop.db)))
      await requireStepUp(shop, c);
    const done = await perform(shop, c, {
      type: "change_product",
      intent: { product, facts, ...(body.seen === undefined ? {} : { seen: body.seen }) },
      body: { product, ...body },
      sideWrites,
    });
    return productAnswer(shop, done, texts.productUpdated);
  });

  serve(operations.changeProductStatus, async (c, { params, body }) => {
    const { id: product } = params;
    const { position } = await perform(shop, c, {
      type: "change_product_status",
      intent: { product, status: body.status, ...(body.seen && { seen: body.seen }) },
      body: { product, ...body },
    });
    return { status: body.status, position };
  });

  serve(operations.productImage, (c, { params }) => answerImage(shop, c, params.hash));
}

type ProductBody = v.InferOutput<typeof productBody>;

/**
 * Fields that the body leaves out keep their values. A package keeps its id if the product has it, else it gets a new
 * one.
 */
async function factsOf(
  shop: Shop,
  body: ProductBody,
  present: ProductView | undefined,
): Promise<{ facts: ProductFacts; sideWrites: SideWrite[] }> {
  const known = new Set(present?.packages.map(({ id }) => id));
  const { hash, sideWrites } = await imageOf(shop, body.image, present?.image ?? null);
  const facts: ProductFacts = {
    network: body.network,
    status: body.status ?? present?.status ?? "available",
    note: body.note ?? present?.note ?? defaultNote(body.network),
    image: hash,
    packages: body.packages.map(({ _id, offer, priceCustomer, priceAgent, priceSAg }) => ({
      id: _id !== undefined && known.has(_id) ? _id : randomUUID(),
      offer,
      customer: priceCustomer,
      agent: priceAgent,
      superAgent: priceSAg,
    })),
  };
  return { facts, sideWrites };
}

/**
 * A data URL is a new image, and one of our own addresses is a stored image. Null removes it, and undefined keeps the
 * present one.
 */
async function imageOf(
  shop: Shop,
  image: ProductBody["image"],
  present: string | null,
): Promise<{ hash: string | null; sideWrites: SideWrite[] }> {
  if (image === undefined) return { hash: present, sideWrites: [] };
  if (image === null || image === "") return { hash: null, sideWrites: [] };
  const hash = hashInUrl(image);
  if (hash === undefined) {
    const read = readImage(image);
    return { hash: read.hash, sideWrites: [imageWrite(read)] };
  }
  const kept = await shop.db
    .selectFrom("shop.product_image")
    .select("hash")
    .where("hash", "=", hash)
    .executeTakeFirst();
  if (!kept) throw refuse(texts.imageWrongKind);
  return { hash, sideWrites: [] };
}

/** Made from the event, so that a retry gets the same answer. */
async function productAnswer(shop: Shop, done: AcceptedCommand, message: string): Promise<ProductAnswer> {
  const [event] = done.events;
  if (await isAwaitingApproval(shop, done))
    return { pending: true, message: texts.awaitingApproval, position: done.position };
  if (event?.type !== "product_created" && event?.type !== "product_changed")
    throw new Error("a product without its event");
  const facts = event.type === "product_created" ? event.data : event.data.after;
  const { position } = event;
  const id = idOfStream(event.stream);
  return { product: productRecord({ id, ...facts, position }), message, position };
}

function createdRecord(event: AcceptedCommand["events"][number]) {
  if (event.type !== "product_created") throw new Error("a product without its event");
  return productRecord({ id: idOfStream(event.stream), ...event.data, position: event.position });
}

async function answerImage(shop: Shop, c: Context<Env>, hash: string): Promise<Response> {
  const row = await shop.db
    .selectFrom("shop.product_image")
    .select(["mime", "bytes"])
    .where("hash", "=", hash)
    .executeTakeFirst();
  if (!row) throw new ApiError("not_found", "Not found");
  // The address contains the hash of the content, so the image can be cached permanently.
  c.header("cache-control", "public, max-age=31536000, immutable");
  c.header("content-type", row.mime);
  return c.body(new Uint8Array(row.bytes));
}
