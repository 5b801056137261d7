/** What compressing lists costs and saves: bytes on the wire, time to the first of them, and the server's CPU. */
import { get } from "node:http";
import { median } from "./rounds.ts";

export interface Listing {
  url: string;
  /** An admin's. */
  token: string;
  /** The server's, so far. */
  cpu_us: () => Promise<number>;
}

interface Took {
  first_ms: number;
  whole_ms: number;
  bytes: number;
}

const forms = { "as it is": "identity", gzip: "gzip" };

export async function measureCompressed(say: (line: string) => void, listing: Listing): Promise<void> {
  await measure(say, listing, "All 10,000 orders", "", 20);
  await measure(say, listing, "A page of 50 orders", "?limit=50", 300);
}

async function measure(
  say: (line: string) => void,
  listing: Listing,
  name: string,
  query: string,
  times: number,
) {
  say(`\n${name}, one request at a time: medians of ${times} after ${times / 4}, in turns`);
  const seen = new Map(
    Object.keys(forms).map((form) => [form, { took: [] as Took[], cpu_us: [] as number[] }]),
  );
  for (let n = -times / 4; n < times; n++) {
    for (const [form, accepted] of Object.entries(forms)) {
      const before_us = await listing.cpu_us();
      const took = await ask(listing, query, accepted);
      const cpu_us = (await listing.cpu_us()) - before_us;
      if (n < 0) continue;
      seen.get(form)?.took.push(took);
      seen.get(form)?.cpu_us.push(cpu_us);
    }
  }
  for (const [form, { took, cpu_us }] of seen) {
    const of = (pick: (one: Took) => number) => median(took.map(pick));
    const bytes = of((one) => one.bytes)
      .toLocaleString("en")
      .padStart(10);
    const ms = (value: number) => `${value.toFixed(2).padStart(7)} ms`;
    say(
      `  ${form.padEnd(10)} ${bytes} bytes   first ${ms(of((one) => one.first_ms))}   whole ${ms(of((one) => one.whole_ms))}   CPU ${ms(median(cpu_us) / 1000)}`,
    );
  }
}

function ask({ url, token }: Listing, query: string, accepted: string): Promise<Took> {
  const headers = { authorization: `Bearer ${token}`, "accept-encoding": accepted };
  const started_ms = performance.now();
  return new Promise((resolve, reject) => {
    get(`${url}/api/order/allorders${query}`, { headers }, (answer) => {
      let bytes = 0;
      let first_ms = 0;
      answer.on("data", (chunk: Buffer) => {
        if (bytes === 0) first_ms = performance.now() - started_ms;
        bytes += chunk.length;
      });
      answer.on("end", () => resolve({ first_ms, whole_ms: performance.now() - started_ms, bytes }));
      answer.on("error", reject);
    }).on("error", reject);
  });
}
