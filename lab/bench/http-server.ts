/**
 * The server of the HTTP benchmark, in its own process, with two routes to compare with: one that does nothing, and one
 * that runs one transaction per purchase. It sends its parent its address, and its memory and CPU time on request.
 */
import { Hono } from "hono";
import pg from "pg";
import * as v from "valibot";
import { signedIn } from "../../api/auth/guard.ts";
import type { Env, Shop } from "../../api/context.ts";
import { newOrder } from "../../api/contract/orders.ts";
import { readBody } from "../../api/http/input.ts";
import type { PaymentSettings } from "../../api/payments/settings.ts";
import { startServer } from "../../api/server.ts";
import { plainPurchase } from "./plain.ts";

const [databaseUrl = "", sessionSecret = "", ownerUrl = "", auditorUrl = "", payments = "null"] =
  process.argv.slice(2);

/** One connection for each request in flight. */
const pool = new pg.Pool({ connectionString: ownerUrl, max: 64 });
const text = plainPurchase("$1::uuid", false);

function routes(shop: Shop): Hono<Env> {
  const app = new Hono<Env>();
  app.post("/bench/nothing", signedIn(shop), async (c) => {
    await readBody(c, v.unknown());
    return c.json({ message: "nothing" }, 201);
  });
  app.post("/bench/plain", signedIn(shop), async (c) => {
    const { receiver } = await readBody(c, newOrder);
    const { rows } = await pool.query<{ id: string }>({
      name: "buy",
      text,
      values: [c.get("principal").user],
    });
    if (!rows[0]) throw new Error("a plain purchase failed");
    return c.json({ _id: rows[0].id, receiver }, 201);
  });
  return app;
}

const server = await startServer({
  databaseUrl,
  sessionSecret,
  host: "127.0.0.1",
  port: 0,
  shopName: "Cedibook",
  publicUrl: "http://localhost",
  logLevel: "error",
  // A flood of logins says where it comes from.
  proxies: 1,
  moreRoutes: routes,
  payments: (JSON.parse(payments) as PaymentSettings | null) ?? undefined,
  ...(auditorUrl !== "" && { audit: { url: auditorUrl } }),
});

let peak_bytes = 0;
let sampling: NodeJS.Timeout | undefined;

process.on("message", (message) => {
  if (message === "memory") {
    // Sampling takes time itself, so it starts only when memory is first asked for, not while purchases are measured.
    sampling ??= setInterval(() => (peak_bytes = Math.max(peak_bytes, process.memoryUsage.rss())), 10);
    process.send?.({ peak_bytes: Math.max(peak_bytes, process.memoryUsage.rss()) });
    peak_bytes = 0;
  } else if (message === "cpu") {
    const { user, system } = process.cpuUsage();
    process.send?.({ cpu_us: user + system });
  } else {
    void server.close().then(() => process.exit(0));
  }
});
// No server stays behind when the benchmark fails.
process.on("disconnect", () => process.exit());
process.send?.({ url: server.url });
