import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { tellStory } from "#ledger/log/testing/story.ts";
import { Writer } from "#ledger/log/writer.ts";
import pg from "pg";
import { expect, test } from "vitest";
import { createTestDatabase } from "./testing/database.ts";

test(
  "npm run ledger prints the result of verify, rebuild, export and import, and exits with the matching code",
  { timeout: 180_000 },
  async () => {
    const database = await createTestDatabase();
    const empty = await createTestDatabase();
    const folder = await mkdtemp(join(tmpdir(), "cedibook-ledger-"));
    const file = join(folder, "log.ndjson");
    const writer = new Writer({ url: database.apiUrl });
    await tellStory(writer);
    await writer.close();

    expect(await ledger(database.ownerUrl, "verify")).toMatchObject({
      code: 0,
      text: expect.stringMatching(/Whole\. \d+ events, head [0-9a-f]{64}/),
    });
    expect(await ledger(database.apiUrl, "verify")).toMatchObject({ code: 0 });
    expect(await ledger(database.apiUrl, "rebuild")).toMatchObject({
      code: 2,
      text: expect.stringMatching(/^The login of DATABASE_URL may not do this \(.*\): use the one of the/),
    });
    expect(await ledger(database.ownerUrl, "rebuild")).toMatchObject({
      code: 0,
      text: expect.stringMatching(/All rows were right/),
    });
    expect(await ledger(database.ownerUrl, "export", file)).toMatchObject({
      code: 0,
      text: expect.stringMatching(/Exported to/),
    });
    expect(await readdir(folder)).toEqual(["log.ndjson"]);
    expect(await readFile(file, "utf8")).toMatch(/^\{"actor":"system".*\n$/s);
    expect(await ledger(empty.ownerUrl, "import", file)).toMatchObject({
      code: 0,
      text: expect.stringMatching(/Imported\./),
    });
    expect(await ledger(empty.ownerUrl, "import", file)).toMatchObject({
      code: 1,
      text: expect.stringMatching(/not empty/),
    });

    const owner = new pg.Client({ connectionString: database.ownerUrl });
    await owner.connect();
    await owner.query(
      "update ledger.wallet set balance = balance + 1 where balance = (select max(balance) from ledger.wallet)",
    );
    await owner.end();
    expect(await ledger(database.ownerUrl, "verify")).toMatchObject({
      code: 1,
      text: expect.stringMatching(
        /BROKEN at ledger\.wallet user_id=.*\n {2}balance: expected \d+, found \d+/,
      ),
    });

    expect(await ledger("postgres://nobody@127.0.0.1:1/nothing", "verify")).toMatchObject({
      code: 2,
      text: expect.stringMatching(/can't be reached/),
    });
    expect(await ledger(empty.ownerUrl, "import", join(folder, "missing"))).toMatchObject({ code: 2 });
    expect(await ledger(empty.ownerUrl, "unknown")).toMatchObject({
      code: 2,
      text: expect.stringMatching(/usage/),
    });
    await rm(folder, { recursive: true });
    await database.drop();
    await empty.drop();
  },
);

async function ledger(url: string, ...args: string[]) {
  const child = spawn(process.execPath, [join(import.meta.dirname, "ledger.ts"), ...args], {
    env: { ...process.env, DATABASE_URL: url },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  child.stdout.on("data", (chunk: Buffer) => (text += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (text += chunk.toString()));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, text };
}
