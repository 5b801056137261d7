/** Receipts: what is right, and everything that can be wrong with one, checked with nothing but its text. */
import { generateKeyPairSync, hash, type KeyObject, sign } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { leafBytes, nodeBytes, type PublishedHead } from "#contract/terms/merkle.ts";
import { checkReceipt, signedBytes, type Verdict, verdictText } from "./check-receipt.ts";
import {
  canonicalReceipt,
  cutPhone,
  laterTexts,
  type ReceiptFacts,
  type ReceiptKeys,
  receiptLines,
} from "./receipts.ts";

interface Pair {
  privateKey: KeyObject;
  key: string;
}

function makePair(): Pair {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  return { privateKey, key: publicKey.export({ format: "jwk" }).x! };
}

const [old, current, stranger] = [makePair(), makePair(), makePair()];
const keys: ReceiptKeys = [
  { key: old.key, from: "2026-01-01T00:00:00Z", until: "2026-11-01T00:00:00Z" },
  { key: current.key, from: "2026-11-01T00:00:00Z", until: null },
];

const sha256 = (bytes: Uint8Array) => hash("sha256", bytes, "buffer");
const event = sha256(Buffer.from("event 3"));
// A tree of three leaves. The last one has no neighbour on its first level.
const leaves = [1, 2].map((n) => sha256(leafBytes(sha256(Buffer.from(`event ${n}`)), n)));
const pair = sha256(nodeBytes(leaves[0]!, leaves[1]!));
const root = sha256(nodeBytes(pair, sha256(leafBytes(event, 7)))).toString("hex");
const head = { position: 3, hash: "ab".repeat(32), root };

const facts: ReceiptFacts = {
  v: 1,
  shop: "Ama’s Data Shop",
  kind: "order",
  what: "5 GB MTNup2u",
  reference: "10000017",
  to: cutPhone("0244123410"),
  amount: 2250,
  at: "2026-11-21T10:42:00.123456Z",
  position: 3,
  event: event.toString("hex"),
  signed: "2026-11-21T10:43:00Z",
  key: current.key,
  proof: { ...head, day: "2026-11-22", movement: 7, path: [pair.toString("hex")] },
};

function signedBy({ privateKey, key }: Pair, changes: Partial<ReceiptFacts> = {}): string {
  const said = Buffer.from(canonicalReceipt({ ...facts, key, ...changes })).toString("base64url");
  return `${said}.${sign(null, signedBytes(said), privateKey).toString("base64url")}`;
}

const check = (text: string, known: { keys?: ReceiptKeys; head?: PublishedHead } = { keys }) =>
  checkReceipt(text, known, crypto.subtle);
const stateOf = async (...given: Parameters<typeof check>) => (await check(...given)).state;

describe("a receipt", () => {
  let text = "";
  beforeAll(() => (text = signedBy(current)));

  test("is genuine in a link, in a message with broken lines and against its head, and says what it is for", async () => {
    const verdict = await check(`See https://shop.example/check#${text} today`);
    expect(verdict).toEqual({ state: "genuine", facts });
    expect(verdictText(verdict).text).toContain("under the head that the shop published for 22/11/2026");
    expect(receiptLines(facts)).toContainEqual(["To", "024***3410"]);
    expect(await stateOf(text.replaceAll(/.{70}/g, "$&\r\n"))).toBe("genuine");
    expect(await stateOf(text, { keys, head })).toBe("genuine");
    expect(await stateOf(text, { keys, head: { root } })).toBe("genuine");
  });

  test("is not genuine with any single character changed", async () => {
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.";
    const states = await Promise.all(
      Array.from(text, (char, at) => {
        const other = alphabet[(alphabet.indexOf(char) + 1) % alphabet.length];
        return stateOf(text.slice(0, at) + other + text.slice(at + 1));
      }),
    );
    expect(new Set(states)).toEqual(new Set(["changed", "unreadable"]));
    expect(await stateOf(text.slice(0, -1))).toBe("unreadable");
  });

  test.each<[name: string, state: Verdict["state"], text: () => string, head?: PublishedHead]>([
    ["with a key from before a rotation", "genuine", () => signedBy(old, { signed: "2026-10-31T23:59:59Z" })],
    ["with a key that was retired before it signed", "key not in use", () => signedBy(old)],
    [
      "with a key before its time",
      "key not in use",
      () => signedBy(current, { signed: "2026-10-01T00:00:00Z" }),
    ],
    ["of another shop's key", "another's key", () => signedBy(stranger)],
    ["of another's key in the shop's name", "changed", () => signedBy({ ...stranger, key: current.key })],
    ["with a wrong position", "proof wrong", () => signedBy(current, { position: 2 })],
    ["with another event", "proof wrong", () => signedBy(current, { event: "cd".repeat(32) })],
    [
      "with a wrong number of the movement",
      "proof wrong",
      () => signedBy(current, { proof: { ...facts.proof!, movement: 6 } }),
    ],
    [
      "with a path too long",
      "proof wrong",
      () => signedBy(current, { proof: { ...facts.proof!, path: [...facts.proof!.path, root] } }),
    ],
    ["against another root", "another head", () => signedBy(current), { root: "ef".repeat(32) }],
    ["against another line of its root", "another head", () => signedBy(current), { ...head, position: 4 }],
    ["of more fields than there are", "unreadable", () => signedBy(current, { name: "Ama" } as object)],
    [
      "with a line that breaks out of its place",
      "unreadable",
      () => signedBy(current, { what: "1 GB\nGenuine" }),
    ],
    ["of another version", "unreadable", () => signedBy(current, { v: 2 } as object)],
  ])("%s is %s", async (_, state, make, given) => {
    expect(await stateOf(make(), { keys, ...(given && { head: given }) })).toBe(state);
  });

  test("without its proof is genuine and says that it is signed only", async () => {
    const { proof: _, ...short } = facts;
    const verdict = await check(signedBy(current, { ...short, proof: undefined } as Partial<ReceiptFacts>));
    expect(verdictText(verdict)).toMatchObject({
      isGood: true,
      text: expect.stringContaining("signed only"),
    });
  });

  test("is not called genuine when nobody says whose key it is, or by a browser without Ed25519", async () => {
    expect(verdictText(await check(text, {}))).toMatchObject({ isGood: false });
    const importKey = () => Promise.reject(new DOMException("unknown", "NotSupportedError"));
    const old = {
      importKey,
      verify: () => Promise.resolve(true),
      digest: () => Promise.resolve(new ArrayBuffer()),
    };
    expect(await checkReceipt(text, { keys }, old)).toEqual({ state: "unsupported" });
  });

  test("fits into a QR code that a phone can read, with its link and without its proof", () => {
    const { proof: _, ...short } = facts;
    const said = signedBy(current, { ...short, proof: undefined } as Partial<ReceiptFacts>);
    // Version 18 of QR codes: 718 bytes at the lowest level of correction.
    expect(`https://shop.example/check#${said}`.length).toBeLessThan(718);
  });
});

test("a later correction is told in plain words", () => {
  const corrections = [
    { at: "2026-11-23T09:00:00.000000Z", amount: 2250 },
    { at: "2026-11-24T09:00:00.000000Z", amount: -50 },
  ];
  expect(laterTexts({ corrections })).toEqual([
    "¢22.50 was refunded on 23/11/2026.",
    "¢0.50 was taken back on 24/11/2026.",
  ]);
});
