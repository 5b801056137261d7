import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { connect, createTestDatabase } from "#tools/testing/database.ts";
import { expect, test } from "vitest";
import { openShop, price } from "./testing/shop.ts";
import { verify } from "../verify/verify.ts";
import { Writer } from "./writer.ts";

test("two processes that buy, reject and correct at once write one log without gaps and with correct books", async () => {
  const database = await createTestDatabase();
  const writer = new Writer({ url: database.apiUrl });
  const { admin, customers } = await openShop(writer, 5, 100 * price);
  const work = () => runWriterProcess([database.apiUrl, admin, "400", ...customers]);
  const [one, two] = await Promise.all([work(), work()]);
  expect(one.accepted).toBeGreaterThan(0);
  expect(two.accepted).toBeGreaterThan(0);
  const owner = await connect(database.ownerUrl);
  const { rows } = await owner.query<{ orders: number }>('select count(*) as orders from ledger."order"');
  expect(rows).toEqual([{ orders: one.accepted + two.accepted }]);
  expect((await verify(owner)).findings).toEqual([]);
  await owner.end();
  await writer.close();
  await database.drop();
});

async function runWriterProcess(args: string[]): Promise<{ accepted: number; refused: number }> {
  const file = fileURLToPath(new URL("./testing/writer-process.ts", import.meta.url));
  const child = spawn(process.execPath, [file, ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, "close")) as [number | null];
  expect(code).toBe(0);
  return JSON.parse(output) as { accepted: number; refused: number };
}
