/** npm run ledger -- check FILE of a receipt: what it prints, and its exit code. */
import { generateKeyPairSync, sign } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { signedBytes } from "#contract/check-receipt.ts";
import { canonicalReceipt, type ReceiptFacts } from "#contract/receipts.ts";
import { leafOf } from "#ledger/verify/audit/merkle.ts";
import { checkExit, runCheck } from "./check.ts";

const { privateKey, publicKey } = generateKeyPairSync("ed25519");
const key = publicKey.export({ format: "jwk" }).x!;
const event = "ab".repeat(32);
const root = leafOf(Buffer.from(event, "hex"), 1).toString("hex");
const head = `2026-11-22 1 ${event} ${root}`;
const facts: ReceiptFacts = {
  v: 1,
  shop: "Ama's Data Shop",
  kind: "topup",
  what: "Top-up",
  reference: "T-10001",
  to: "024***0101",
  amount: 100_00,
  at: "2026-11-21T10:42:00.123456Z",
  position: 1,
  event,
  signed: "2026-11-21T10:43:00Z",
  key,
};
const proof = { day: "2026-11-22", position: 1, hash: event, root, movement: 1, path: [] };

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cedibook-receipt-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function run(given: ReceiptFacts, ...words: string[]): Promise<{ code: number; printed: string }> {
  const said = Buffer.from(canonicalReceipt(given)).toString("base64url");
  const signature = sign(null, signedBytes(said), privateKey).toString("base64url");
  const file = join(folder, "receipt.txt");
  await writeFile(file, `https://shop.example/check#${said}.${signature}\n`);
  const log = vi.spyOn(console, "log").mockImplementation(() => undefined);
  const code = await runCheck([file, ...words]);
  const printed = log.mock.calls.map(([text]) => String(text)).join("\n");
  log.mockRestore();
  return { code, printed };
}

test.each<[name: string, given: ReceiptFacts, words: string[], code: number, printed: string]>([
  [
    "with its key and its head",
    { ...facts, proof },
    [key, head],
    checkExit.proven,
    "This receipt is genuine",
  ],
  ["with its key alone", { ...facts, proof }, [key], checkExit.partly, "the line of HEAD_FILE of 2026-11-22"],
  ["without a proof", facts, [key, root], checkExit.partly, "save the receipt's file again"],
  ["without a key", { ...facts, proof }, [head], checkExit.partly, `it names the key ${key}`],
  [
    "with another key",
    { ...facts, proof },
    ["A".repeat(43)],
    checkExit.broken,
    "BROKEN: This receipt is not from",
  ],
  [
    "with another head",
    { ...facts, proof },
    [key, event],
    checkExit.broken,
    "BROKEN: The proof leads to another",
  ],
])("a receipt is checked %s", async (_, given, words, code, printed) => {
  const done = await run(given, ...words);
  expect(done).toMatchObject({ code, printed: expect.stringContaining(printed) });
  expect(done.printed).toContain("Amount: ¢100.00");
});
