/** Statement files that anyone can check, over HTTP, and the daily heads that they are checked against. */
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { checkStatement } from "#ledger/verify/audit/check-statement.ts";
import { openAudited } from "#tools/testing/audited-shop.ts";

const audited = openAudited();
const { buy, caughtUp, fileOf, get, light } = audited;

async function* linesOf(text: string) {
  for (const line of text.split("\n")) if (line !== "") yield line;
}
const check = (text: string, root?: string) =>
  checkStatement(linesOf(text), root === undefined ? undefined : { root });
const heads = () =>
  get<{ day: string; position: number; hash: string; root: string }[]>("/audit/heads", audited.ama.token);

describe("the daily head of the log", () => {
  test("is written to the head file once, by whichever process", async () => {
    await expect.poll(heads).toHaveLength(1);
    const [head] = await heads();
    const file = join(audited.folder, "heads.txt");
    const line = `${head?.day} ${head?.position} ${head?.hash} ${head?.root}\n`;
    await expect.poll(() => readFile(file, "utf8").catch(() => "")).toBe(line);
    // As if the process had ended after writing the file and before storing that it did.
    await audited.owner.query("update audit.daily_head set sent_at = null");
    await expect
      .poll(async () => (await audited.owner.query("select sent_at from audit.daily_head")).rows[0].sent_at)
      .not.toBeNull();
    expect(await readFile(file, "utf8")).toBe(line);
  });
});

test("gets its line later if the head file cannot be written, and audits continue meanwhile", async () => {
  const headFile = join(audited.folder, "missing", "heads.txt");
  await audited.shop.restart({ audit: { pause_ms: 100, headFile } });
  await audited.owner.query("update audit.daily_head set sent_at = null");
  await buy(audited.kofi);
  await caughtUp();
  const { rows } = await audited.owner.query("select sent_at from audit.daily_head");
  expect(rows).toEqual([{ sent_at: null }]);
  await mkdir(join(audited.folder, "missing"));
  await expect.poll(() => readFile(headFile, "utf8").catch(() => "")).toMatch(/^\d{4}-.* [0-9a-f]{64}\n$/);
  await audited.shop.restart();
});

test("does not count as sent without a head file, and is written to one that is configured later", async () => {
  await audited.shop.restart({ audit: { pause_ms: 100 } });
  await caughtUp();
  // The day's first check may have come before any movement of hers.
  await audited.owner.query("delete from audit.daily_head");
  await expect.poll(heads).toHaveLength(1);
  // It sends after each check: once two more have begun, one has finished.
  for (let looks = 0; looks < 3; looks++) {
    const { checkedAt } = await light();
    await expect.poll(async () => (await light()).checkedAt).not.toBe(checkedAt);
  }
  const { rows } = await audited.owner.query("select sent_at from audit.daily_head");
  expect(rows).toEqual([{ sent_at: null }]);
  // A head that was copied by hand from the books page works in the same way.
  const [kept] = await heads();
  expect(kept).toMatchObject({ isSent: false });
  const report = await checkStatement(
    linesOf(await fileOf("/user/statement.ndjson", audited.ama.token)),
    kept,
  );
  expect(report.proven?.movements).toBeGreaterThan(0);
  const headFile = join(audited.folder, "later.txt");
  await audited.shop.restart({ audit: { pause_ms: 100, headFile } });
  await expect.poll(() => readFile(headFile, "utf8").catch(() => "")).toMatch(/^\d{4}-.* [0-9a-f]{64}\n$/);
  await audited.shop.restart();
});

describe("a statement file", () => {
  test("is valid against the head in the head file, and shows no events of other users", async () => {
    await caughtUp();
    const [sent] = await heads();
    const text = await fileOf("/user/statement.ndjson", audited.ama.token);
    const { rows } = await audited.owner.query<{ count: number; proven: number }>(
      "select count(*), count(*) filter (where position <= $2) as proven from ledger.event where wallet = $1",
      [audited.ama._id, sent?.position],
    );
    const report = await check(text);
    expect(report).toMatchObject({ user: audited.ama._id, movements: rows[0]?.count, proven: undefined });
    expect(await check(text, report.head.root)).toMatchObject({
      proven: { movements: rows[0]?.count, balance: report.balance },
    });
    expect(await checkStatement(linesOf(text), sent)).toMatchObject({
      proven: { movements: rows[0]?.proven },
    });
    expect(text).not.toContain(audited.kofi._id);
    expect(
      await fileOf("/audit/statement.ndjson", audited.shop.admin.token, `&user=${audited.ama._id}`),
    ).toBe(text);
  });

  test.each<[string, (lines: string[]) => string[]]>([
    ["a movement left out", (lines) => lines.toSpliced(2, 1)],
    ["two movements swapped", (lines) => lines.with(1, lines[2]!).with(2, lines[1]!)],
    ["the last movement left out", (lines) => lines.toSpliced(-2, 1)],
    [
      "an amount changed",
      (lines) => lines.with(1, lines[1]!.replace(String.raw`\"amount\":10000`, String.raw`\"amount\":20000`)),
    ],
    ["another head", (lines) => lines.with(0, lines[0]!.replace(/"root":"../, '"root":"00'))],
    ["its end cut off", (lines) => lines.slice(0, -1)],
    ["a line too many", (lines) => [...lines, lines[1]!]],
  ])("is refused with %s", async (_, damage) => {
    await caughtUp();
    const lines = (await fileOf("/user/statement.ndjson", audited.ama.token)).trimEnd().split("\n");
    const damaged = damage(lines).join("\n");
    expect(damaged).not.toBe(lines.join("\n"));
    await expect(check(damaged)).rejects.toThrow(/line|last line/);
  });

  test("is refused if a purchase and its refund are left out, although every balance fits", async () => {
    const esi = await audited.shop.addUser("esi", "0245550103", "Customer", 50_00);
    const position = await buy(esi);
    const { rows } = await audited.owner.query<{ stream: string }>(
      "select stream from ledger.event where position = $1",
      [position],
    );
    const order = Number(rows[0]?.stream.slice("order/".length));
    await audited.shop.command("reject_order", audited.shop.admin._id, { order, reason: null });
    await buy(esi);
    await caughtUp();
    const lines = (await fileOf("/user/statement.ndjson", esi.token)).trimEnd().split("\n");
    const end = JSON.stringify({ movements: 2, balance: 45_20 });
    const damaged = lines.toSpliced(2, 2).with(-1, end);
    await expect(check(damaged.join("\n"))).rejects.toThrow(
      "line 3: the tree does not hold this event as movement 2",
    );
  });

  test("is refused against another head", async () => {
    const text = await fileOf("/user/statement.ndjson", audited.ama.token);
    await expect(check(text, "ab".repeat(32))).rejects.toThrow("neither the file's nor the last one");
  });

  test("with forged hashes is refused by the head in the head file", async () => {
    await caughtUp();
    const [sent] = await heads();
    const text = await fileOf("/user/statement.ndjson", audited.ama.token);
    // Only its name, because the same hash may also be a node on the path from an event to the root.
    const forged = text.replace(`"root":"${sent?.root}"`, `"root":"${"ab".repeat(32)}"`);
    expect(forged).not.toBe(text);
    await expect(check(forged, "ab".repeat(32))).rejects.toThrow("does not begin with");
  });
});
