/** How long calls take with a short and with a long history, and how much memory a whole list takes. */
import { call } from "../call.ts";
import { sessionOf } from "../shoppers.ts";
import { asApiRole } from "../../tools/database-url.ts";
import type { ServerChild } from "../server.ts";
import { count, median, type Print } from "./rounds.ts";
import { sessionSecret } from "./stand.ts";

export interface OpenShop {
  /** As the owner. */
  databaseUrl: string;
  server: ServerChild;
  /** An admin's id and session. */
  admin: string;
  token: string;
  orders: number;
}

const turns = 40;
const turns_warm = 10;

/** @throws for an answer other than 200 */
export async function get<T>(shop: OpenShop, path: string): Promise<T> {
  const ask = () => call(shop.server.url, { method: "GET", path, token: shop.token });
  let answer = await ask();
  if (answer.status === 401) {
    // A token lives for 15 minutes.
    shop.token = await sessionOf(asApiRole(shop.databaseUrl), sessionSecret, shop.admin);
    answer = await ask();
  }
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return JSON.parse(answer.text) as T;
}

/** @param calls by name; `n` is different each time, so that no call is answered from a cache */
export async function compareCalls<Shop extends OpenShop>(
  print: Print,
  shops: [few: Shop, many: Shop],
  calls: [name: string, paths: (shop: Shop, n: number) => string[]][],
): Promise<void> {
  print(`one after the other, in ms: medians of ${turns} after ${turns_warm} to warm up, shops in turn`);
  print(`  ${"".padEnd(40)}${shops.map(({ orders }) => `${count(orders)} orders`.padStart(20)).join("")}`);
  for (const [name, paths] of calls) {
    const times = shops.map(() => [] as number[]);
    for (let n = 1; n <= turns + turns_warm; n++) {
      for (const [index, shop] of shops.entries()) {
        const started_ms = performance.now();
        for (const path of paths(shop, n)) await get(shop, path);
        if (n > turns_warm) times[index]?.push(performance.now() - started_ms);
      }
    }
    const [ofFew = Number.NaN, ofMany = Number.NaN] = times.map(median);
    const cells = [ofFew, ofMany].map((value) => value.toFixed(2).padStart(20)).join("");
    print(`  ${name.padEnd(40)}${cells}   ${(ofMany / ofFew).toFixed(2)}`);
  }
}

/** Twice for each shop, with the server's memory before and at its peak. */
export async function measureDownload(print: Print, shops: readonly OpenShop[], path: string): Promise<void> {
  for (const { server, token, orders } of shops) {
    const before = await server.peak_bytes();
    for (let round = 0; round < 2; round++) {
      const started_ms = performance.now();
      const headers = { authorization: `Bearer ${token}`, "accept-encoding": "identity" };
      const { body } = await fetch(`${server.url}/api${path}`, { headers });
      let bytes = 0;
      for await (const chunk of body ?? []) bytes += chunk.length;
      const seconds = (performance.now() - started_ms) / 1000;
      const mb = (value: number) => `${Math.round(value / 1e6)} MB`.padStart(7);
      print(
        `  ${count(orders).padStart(9)} orders, ${mb(bytes)} in ${seconds.toFixed(1).padStart(5)} s; memory ${mb(before)}, peak ${mb(await server.peak_bytes())}`,
      );
    }
  }
}
