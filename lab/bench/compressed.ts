/** What compressing lists costs and saves: bytes on the wire, time to the first byte, and the server's CPU time. */
import { get } from "node:http";
import { median } from "./rounds.ts";

export interface Listing {
  url: string;
  /** An admin's session. */
  token: string;
  /** The server's CPU time so far. */
  cpu_us: () => Promise<number>;
}

interface Timing {
  first_ms: number;
  whole_ms: number;
  bytes: number;
}

const encodings = { uncompressed: "identity", gzip: "gzip" };

export async function measureCompressed(print: (line: string) => void, listing: Listing): Promise<void> {
  await measure(print, listing, "All 10,000 orders", "", 20);
  await measure(print, listing, "A page of 50 orders", "?limit=50", 300);
}

async function measure(
  print: (line: string) => void,
  listing: Listing,
  name: string,
  query: string,
  times: number,
) {
  print(
    `\n${name}, one request at a time: medians of ${times} after ${times / 4} to warm up, encodings in turn`,
  );
  const seen = new Map(
    Object.keys(encodings).map((name) => [name, { timings: [] as Timing[], cpu_us: [] as number[] }]),
  );
  for (let n = -times / 4; n < times; n++) {
    for (const [encoding, accepted] of Object.entries(encodings)) {
      const before_us = await listing.cpu_us();
      const timing = await ask(listing, query, accepted);
      const cpu_us = (await listing.cpu_us()) - before_us;
      if (n < 0) continue;
      seen.get(encoding)?.timings.push(timing);
      seen.get(encoding)?.cpu_us.push(cpu_us);
    }
  }
  for (const [encoding, { timings, cpu_us }] of seen) {
    const of = (pick: (timing: Timing) => number) => median(timings.map(pick));
    const bytes = of(({ bytes }) => bytes)
      .toLocaleString("en")
      .padStart(10);
    const ms = (value: number) => `${value.toFixed(2).padStart(7)} ms`;
    print(
      `  ${encoding.padEnd(12)} ${bytes} bytes   first ${ms(of(({ first_ms }) => first_ms))}   whole ${ms(of(({ whole_ms }) => whole_ms))}   CPU ${ms(median(cpu_us) / 1000)}`,
    );
  }
}

function ask({ url, token }: Listing, query: string, accepted: string): Promise<Timing> {
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
