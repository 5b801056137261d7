/** The attacker has the file and the source code, and wants a false statement to be accepted. */
import { spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { LedgerEvent } from "#ledger/core/events.ts";
import { consistencyProof, leafOf, levelsOf, pathOf, rootOf } from "#ledger/verify/audit/merkle.ts";
import { canonicalEvent, hashText } from "#ledger/log/hash.ts";
import { checkExit, runCheck } from "./check.ts";

const ama = "00000000-0000-4000-8000-000000000001";
const kofi = "00000000-0000-4000-8000-000000000002";

/** The wallet and amount of an event; null and 0 for an event that moves no money. */
type Entry = [wallet: string | null, amount: number];

/** Ama's movements are at positions 2, 4, 5, 7, 9 and 11. The head of the day before was published at position 8. */
const story: Entry[] = [
  [null, 0],
  [ama, 100_00],
  [kofi, 60_00],
  [ama, -4_80],
  [ama, 4_80],
  [kofi, -4_80],
  [ama, -22_50],
  [null, 0],
  [ama, 50_00],
  [kofi, 4_80],
  [ama, -10_00],
];
const published_at = 8;

interface Event {
  text: string;
  previous: string;
  hash: string;
  movement: number;
  wallet: string | null;
  balance: number;
}

/** Makes the log of a story, hashed as the ledger does. */
function logOf(entries: Entry[]): Event[] {
  const sums = new Map<string | null, { balance: number; movement: number }>();
  let previous = "00".repeat(32);
  return entries.map(([wallet, amount], index) => {
    const before = sums.get(wallet) ?? { balance: 0, movement: 0 };
    const after = { balance: before.balance + amount, movement: wallet === null ? 0 : before.movement + 1 };
    sums.set(wallet, after);
    const position = index + 1;
    const text = canonicalEvent({
      position,
      stream: wallet === null ? "settings" : `wallet/${wallet}`,
      version: position,
      type: wallet === null ? "notice_changed" : "wallet_corrected",
      data: wallet === null ? { before: "", after: "x" } : { reason: "r", corrects: null },
      actor: "system",
      command_id: `00000000-0000-4000-8000-${String(position).padStart(12, "0")}`,
      fingerprint: "00".repeat(16),
      recorded_at: "2026-11-21T10:42:00.000000Z",
      wallet,
      house: null,
      counterparty: wallet === null ? null : "corrections",
      amount: wallet === null ? null : amount,
      balance_after: wallet === null ? null : after.balance,
    } as LedgerEvent);
    const event = { text, previous, hash: hashText(previous, text), wallet, ...after };
    previous = event.hash;
    return event;
  });
}

const leavesOf = (log: Event[]) =>
  log.map(({ hash, movement }) => leafOf(Buffer.from(hash, "hex"), movement));
const hex = (nodes: Buffer[]) => nodes.map((node) => node.toString("hex"));

function headAt(log: Event[], position: number) {
  const root = rootOf(leavesOf(log).slice(0, position)).toString("hex");
  return { position, hash: log[position - 1]?.hash ?? "", root };
}
const lineOf = (head: { position: number; hash: string; root: string }) =>
  `2026-11-21 ${head.position} ${head.hash} ${head.root}`;

/** The file that the shop makes for a wallet, as objects, one per line. */
function fileOf(log: Event[], user = ama) {
  const leaves = leavesOf(log);
  const levels = levelsOf(leaves);
  const range = (from: number, to: number) => rootOf(leaves.slice(from, to));
  const proof = log.length < published_at ? [] : hex(consistencyProof(published_at, log.length, range));
  const lines = log.flatMap(({ text, previous, hash, wallet }, index) =>
    wallet === user ? [{ event: text, previous, hash, path: hex(pathOf(levels, index)) }] : [],
  );
  return {
    head: {
      format: "cedibook statement 1",
      user,
      head: headAt(log, log.length),
      sent: log.length < published_at ? null : { day: "2026-11-20", ...headAt(log, published_at), proof },
    },
    lines,
    end: {
      movements: lines.length,
      balance: log.findLast(({ wallet }) => wallet === user)?.balance ?? 0,
    },
  };
}
type File = ReturnType<typeof fileOf>;

const textOf = ({ head, lines, end }: File) =>
  [head, ...lines, end].map((line) => `${JSON.stringify(line)}\n`).join("");

const log = logOf(story);
const today = headAt(log, log.length);
const yesterday = headAt(log, published_at);

let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cedibook-check-"));
  file = join(folder, "statement.ndjson");
});
afterAll(() => rm(folder, { recursive: true }));

async function check(
  text: string | Buffer,
  ...given: string[]
): Promise<{ code: number; printed: string[] }> {
  await writeFile(file, text);
  const printed: string[] = [];
  const log = vi.spyOn(console, "log").mockImplementation((line: string) => void printed.push(line));
  try {
    return { code: await runCheck([file, ...given]), printed };
  } finally {
    log.mockRestore();
  }
}

describe("the check of an honest file", () => {
  test("proves the whole file with the published head, given as a line in one argument or in four, or as its root", async () => {
    const text = textOf(fileOf(log));
    for (const given of [[lineOf(today)], lineOf(today).split(" "), [today.root]]) {
      const { code, printed } = await check(text, ...given);
      expect(code).toBe(checkExit.proven);
      expect(printed[0]).toBe(`Wallet ${ama}: 6 movements, balance ¢117.50. The file is consistent.`);
      expect(printed[1]).toMatch(/^Proven by the head that was given: 6 movements, balance ¢117\.50\./);
      expect(printed.join()).not.toContain("NOT PROVEN");
    }
  });

  test("proves a part of the file with the head of the day before, and says how much is proven", async () => {
    const { code, printed } = await check(textOf(fileOf(log)), lineOf(yesterday));
    expect(code).toBe(checkExit.partly);
    expect(printed[1]).toMatch(/^Proven by the head that was given: 4 movements, balance ¢77\.50\./);
    expect(printed[2]).toMatch(/^NOT PROVEN: 2 later movements\./);
  });

  test("proves nothing without a head", async () => {
    const { code, printed } = await check(textOf(fileOf(log)));
    expect(code).toBe(checkExit.partly);
    expect(printed[1]).toMatch(/^NOT PROVEN: without a published head, anybody could have made this file/);
  });

  test("refuses the hash of the chain's head as a root, without calling the file broken", async () => {
    for (const { hash } of [today, yesterday])
      await expect(check(textOf(fileOf(log)), hash)).rejects.toThrow(
        /^It could not be checked: by the file's own words this is the hash/,
      );
  });

  test("proves the file of a wallet without movements", async () => {
    expect(
      await check(textOf(fileOf(log, "00000000-0000-4000-8000-000000000003")), lineOf(today)),
    ).toMatchObject({ code: checkExit.proven });
  });
});

/** Makes the last line match the others, as a forger would. */
const withEnd = (forged: File, balance: number): File => ({
  ...forged,
  end: { movements: forged.lines.length, balance },
});
const without = (forged: File, ...indexes: number[]): File => ({
  ...forged,
  lines: forged.lines.filter((_, index) => !indexes.includes(index)),
});
const raised = (text: string) => text.replace('"amount":5000', '"amount":9000').replace("12750", "16750");
const honest = () => fileOf(log);

/** Forged logs, whose files are consistent in themselves. */
const richer = logOf(story.with(8, [ama, 90_00]));
const poorer = logOf(story.with(3, [ama, -14_80]));
/** In a log of seven events, its wallet's paths to the root would be the same. */
const six = logOf([...story.slice(0, 4), [null, 0], [null, 0]]);

describe("a forged file", () => {
  const forgeries: [string, () => string | Buffer, string[], RegExp][] = [
    [
      "a movement left out",
      () => textOf(withEnd(without(honest(), 2), 112_70)),
      [],
      /^BROKEN: line 4: the tree/,
    ],
    [
      "the first movement left out",
      () => textOf(withEnd(without(honest(), 0), 17_50)),
      [],
      /^BROKEN: line 2: the tree/,
    ],
    [
      "a purchase and its refund left out, so that every balance fits",
      () => textOf(withEnd(without(honest(), 1, 2), 117_50)),
      [],
      /^BROKEN: line 3: the tree does not hold this event as movement 2/,
    ],
    [
      "a movement twice",
      () => textOf({ ...honest(), lines: [...honest().lines, honest().lines[5]!] }),
      [],
      /^BROKEN: line 8: the movements are not in order/,
    ],
    [
      "an amount changed",
      () => textOf(honest()).replace(String.raw`\"amount\":5000`, String.raw`\"amount\":9000`),
      [],
      /^BROKEN: line 6: the event is not the one that was hashed/,
    ],
    [
      "an amount and its hash changed",
      () => {
        const { lines, ...rest } = honest();
        const [line] = lines.slice(4);
        const event = raised(line!.event);
        const forged = { ...line!, event, hash: hashText(line!.previous, event) };
        return textOf(withEnd({ ...rest, lines: lines.with(4, forged) }, 157_50));
      },
      [],
      /^BROKEN: line 6: the tree does not hold/,
    ],
    [
      "two movements swapped",
      () =>
        textOf({
          ...honest(),
          lines: honest().lines.with(1, honest().lines[2]!).with(2, honest().lines[1]!),
        }),
      [],
      /^BROKEN: line 3: the tree does not hold/,
    ],
    [
      "a genuine movement of another wallet, with its own path to the root",
      () => textOf({ ...honest(), lines: honest().lines.toSpliced(1, 0, fileOf(log, kofi).lines[0]!) }),
      [],
      /^BROKEN: line 3: the movement is another wallet's/,
    ],
    [
      "another user's id on the statement",
      () => textOf({ ...honest(), head: { ...honest().head, user: kofi } }),
      [],
      /^BROKEN: line 2: the movement is another wallet's/,
    ],
    [
      "a completely invented log",
      () => textOf(fileOf(richer)),
      [lineOf(today)],
      /^BROKEN: the head that was given is neither/,
    ],
    [
      "an invented log with the head that was published for the day before",
      () => textOf({ ...fileOf(poorer), head: { ...fileOf(poorer).head, sent: honest().head.sent } }),
      [lineOf(yesterday)],
      /^BROKEN: the file's tree does not begin with the one whose head was given/,
    ],
    [
      "an invented log with the head of the real log",
      () => textOf({ ...fileOf(richer), head: { ...fileOf(richer).head, head: today } }),
      [lineOf(today)],
      /^BROKEN: line 2: the tree does not hold/,
    ],
    [
      "a head of another log",
      () => textOf(honest()),
      ["ab".repeat(32)],
      /^BROKEN: the head that was given is neither/,
    ],
    [
      "a wrong position of the head that the root does not reveal",
      () => {
        const { head, ...rest } = fileOf(six);
        return textOf({ ...rest, head: { ...head, head: { ...head.head, position: 7 } } });
      },
      [lineOf(headAt(six, 6))],
      /^BROKEN: the file says another position or hash/,
    ],
    [
      "another hash of the published head",
      () => textOf(honest()).replace(yesterday.hash, "ab".repeat(32)),
      [lineOf(yesterday)],
      /^BROKEN: the file says another position or hash/,
    ],
    [
      "the last line missing",
      () => textOf(honest()).split("\n").slice(0, -2).join("\n"),
      [],
      /^BROKEN: the file was cut short/,
    ],
    [
      "the last bytes missing",
      () => textOf(honest()).slice(0, -9),
      [],
      /^BROKEN: line 8 is not one of a statement: it is no JSON\.$/,
    ],
    [
      "the last movement missing",
      () => textOf(without(honest(), 5)),
      [],
      /^BROKEN: the last line says 6 movements/,
    ],
    [
      "another line after the end",
      () => `${textOf(honest())}{}\n`,
      [],
      /^BROKEN: line 9 stands behind the end/,
    ],
    ["an empty file", () => "", [], /^BROKEN: the file is empty/],
    [
      "a file of another type",
      () => Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0a]),
      [],
      /^BROKEN: line 1 .* it is no JSON/,
    ],
    [
      "an amount that is a string",
      () => textOf(honest()).replace(String.raw`\"amount\":10000`, String.raw`\"amount\":\"10000\"`),
      [],
      /^BROKEN: line 2 is not one of a statement: its amount is not what it must be\.$/,
    ],
    [
      "a position that is not a whole number",
      () => textOf(honest()).replace(String.raw`\"position\":2,`, String.raw`\"position\":2.5,`),
      [],
      /^BROKEN: line 2 .* its position is not/,
    ],
    [
      "an amount too large for an exact number",
      () => textOf(honest()).replace(String.raw`\"amount\":10000`, String.raw`\"amount\":1e300`),
      [],
      /^BROKEN: line 2 .* its amount is not/,
    ],
    [
      "an additional field",
      () => textOf(honest()).replace('"previous"', '"more":1,"previous"'),
      [],
      /^BROKEN: line 2 .* it has other fields/,
    ],
    [
      "an array instead of an object",
      () => textOf(honest()).replace(/\n.*\n/, "\n[]\n"),
      [],
      /^BROKEN: line 2 is not one/,
    ],
    [
      "an empty path to the root",
      () => textOf(honest()).replace(/"path":\[[^\]]*\]/, '"path":[]'),
      [],
      /^BROKEN: line 2: the tree/,
    ],
    [
      "an endless line",
      () => `${textOf(honest())}${"x".repeat(2_000_000)}`,
      [],
      /^BROKEN: a line is longer than 262144 bytes\.$/,
    ],
    [
      "very deeply nested data",
      () =>
        textOf({
          ...honest(),
          lines: [
            {
              ...honest().lines[0]!,
              event: `{"position":2,"wallet":"${ama}","amount":1,"balance_after":1,"data":${"[".repeat(60_000)}${"]".repeat(60_000)}}`,
            },
          ],
        }),
      [],
      /^BROKEN: line 2: the event is not in its canonical form/,
    ],
    [
      "control characters for the terminal",
      () => textOf(honest()).replace('"format"', '"\u001b[2J\u001b[31mWhole."'),
      [],
      /^BROKEN: line 1/,
    ],
  ];

  test.each(forgeries)(
    "a statement with %s is refused with one plain sentence",
    async (_, forge, given, sentence) => {
      const { code, printed } = await check(forge(), ...given);
      expect(printed).toEqual([expect.stringMatching(sentence)]);
      expect(printed[0]).toMatch(/^[\x20-\x7e¢]+\.$/);
      expect(code).toBe(checkExit.broken);
    },
  );
});

test("the check accepts a file that ends early, and says that later movements are not proven", async () => {
  const { code, printed } = await check(textOf(withEnd(without(honest(), 5), 127_50)), lineOf(today));
  expect(code).toBe(checkExit.proven);
  expect(printed.at(-1)).toMatch(/^This proves nothing about movements after the last one in the file/);
});

test.each([
  ["no file", [], 2],
  ["a missing file", ["missing.ndjson"], 2],
  ["an invalid head", ["{file}", "ab"], 2],
  ["an incomplete line of a head", ["{file}", "2026-11-21", today.root], 2],
  ["an honest file and its head", ["{file}", lineOf(today)], 0],
  ["an honest file and an older head", ["{file}", lineOf(yesterday)], 3],
  ["an honest file alone", ["{file}"], 3],
  ["an honest file and a wrong head", ["{file}", "ab".repeat(32)], 1],
])("npm run ledger -- check with %s exits with the right code", async (_, argumentsGiven, code) => {
  await writeFile(file, textOf(honest()));
  const args = argumentsGiven.map((argument) => (argument === "{file}" ? file : argument));
  const tool = join(import.meta.dirname, "../ledger.ts");
  // Without environment variables, because the check needs no database.
  const { status } = spawnSync(process.execPath, [tool, "check", ...args], { env: {} });
  expect(status).toBe(code);
});
