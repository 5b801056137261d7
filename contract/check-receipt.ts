/** Checks a receipt with nothing but its text and the shop's public keys: the page and the command line do it alike. */
import * as v from "valibot";
import { formatDateTime, formatDay } from "#contract/terms/dates.ts";
import { leafBytes, nodeBytes, type PublishedHead, WayUp } from "#contract/terms/merkle.ts";
import {
  canonicalReceipt,
  type ReceiptFacts,
  receiptFacts,
  type ReceiptKeys,
  type ReceiptProof,
} from "./receipts.ts";

/** What browsers and Node have as crypto.subtle. */
export interface ReceiptCrypto<Key> {
  digest(algorithm: "SHA-256", bytes: Bytes): Promise<ArrayBuffer>;
  importKey(
    format: "raw",
    bytes: Bytes,
    algorithm: "Ed25519",
    extractable: boolean,
    usages: ["verify"],
  ): Promise<Key>;
  verify(algorithm: "Ed25519", key: Key, signature: Bytes, bytes: Bytes): Promise<boolean>;
}

type Bytes = Uint8Array<ArrayBuffer>;

interface Known {
  /** Undefined: nobody has said which keys are the shop's. */
  keys?: ReceiptKeys | undefined;
  /** To compare the proof with. */
  head?: PublishedHead | undefined;
}

export type Verdict =
  | { state: "unreadable" | "changed" | "unsupported" }
  | {
      state: "key unknown" | "another's key" | "key not in use" | "proof wrong" | "another head";
      facts: ReceiptFacts;
    }
  | { state: "genuine"; facts: ReceiptFacts };

/** In plain words; `isGood` only if all that could be checked is right. */
export interface VerdictText {
  isGood: boolean;
  title: string;
  text: string;
}

export async function checkReceipt<Key>(
  given: string,
  { keys, head }: Known,
  subtle: ReceiptCrypto<Key>,
): Promise<Verdict> {
  const found = findReceipt(given);
  const facts = found && readFacts(found.said);
  const signature = found && fromBase64url(found.signature);
  if (!found || !facts || !signature) return { state: "unreadable" };
  try {
    const bytes = fromBase64url(facts.key) ?? new Uint8Array();
    const key = await subtle.importKey("raw", bytes, "Ed25519", false, ["verify"]);
    if (!(await subtle.verify("Ed25519", key, signature, signedBytes(found.said))))
      return { state: "changed" };
  } catch (error) {
    const isOld = error instanceof Error && error.name === "NotSupportedError";
    return { state: isOld ? "unsupported" : "changed" };
  }
  if (keys === undefined) return { state: "key unknown", facts };
  const known = keys.find(({ key }) => key === facts.key);
  if (!known) return { state: "another's key", facts };
  const { from, until } = known;
  const at_ms = Date.parse(facts.signed);
  if (at_ms < Date.parse(from) || (until !== null && at_ms > Date.parse(until)))
    return { state: "key not in use", facts };
  const { proof } = facts;
  if (!proof) return { state: "genuine", facts };
  if (!(await leadsToRoot(facts, proof, subtle))) return { state: "proof wrong", facts };
  return { state: head === undefined || isSame(proof, head) ? "genuine" : "another head", facts };
}

const troubles: Record<Exclude<Verdict["state"], "genuine">, [title: string, text: string]> = {
  unreadable: ["This is not a whole receipt", "Please scan the code again, or paste the whole text."],
  changed: ["This receipt was changed", "It does not say what was signed. Do not trust any of it."],
  unsupported: ["This browser cannot check receipts", "It is too old. Please use another one."],
  "key unknown": [
    "Nobody knows yet who signed this",
    "The receipt is unchanged, but the shop's keys are not at hand. Anybody can sign with a key of their own.",
  ],
  "another's key": [
    "This receipt is not from this shop",
    "It is unchanged, but it was signed with a key that is not this shop's. Anybody can make such a receipt.",
  ],
  "key not in use": [
    "This receipt is not to be trusted",
    "The shop did not use this key at the time when the receipt says that it was signed.",
  ],
  "proof wrong": [
    "The proof is wrong",
    "The shop signed this receipt, but its event is not under the head that it names.",
  ],
  "another head": [
    "The proof leads to another head",
    "The shop signed this receipt, but its proof does not lead to the head that was given.",
  ],
};

export function verdictText(verdict: Verdict): VerdictText {
  if (verdict.state === "genuine")
    return { isGood: true, title: "This receipt is genuine", text: genuineText(verdict.facts) };
  const [title, text] = troubles[verdict.state];
  return { isGood: false, title, text };
}

function genuineText({ shop, signed, proof }: ReceiptFacts): string {
  const by = `${shop} signed it on ${formatDateTime(signed)}, and nothing was changed since.`;
  return proof === undefined
    ? `${by} It is signed only: it does not contain the proof that its event is in the log.`
    : `${by} Its event is in the log under the head that the shop published for ${formatDay(proof.day)}.`;
}

/** In a link, a file or a message, which may have broken its lines. Undefined if there is none at all. */
export function findReceipt(given: string): { said: string; signature: string } | undefined {
  for (const text of [given, given.replaceAll(/\s/g, "")]) {
    const [, said, signature] = /(?<![\w-])([\w-]{100,20000})\.([\w-]{86})(?![\w-])/.exec(text) ?? [];
    if (said !== undefined && signature !== undefined) return { said, signature };
  }
  return undefined;
}

/** What a receipt says, unchecked. */
export function factsIn(text: string): ReceiptFacts | undefined {
  const found = findReceipt(text);
  return found && readFacts(found.said);
}

/** Undefined unless it is written in the one way in which the shop writes it. */
function readFacts(said: string): ReceiptFacts | undefined {
  const bytes = fromBase64url(said);
  if (!bytes) return undefined;
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  try {
    const { success, output } = v.safeParse(receiptFacts, JSON.parse(text));
    return success && canonicalReceipt(output) === text ? output : undefined;
  } catch {
    return undefined;
  }
}

/** What is signed: the text as it stands, behind a name, so that no signature for anything else fits. */
export function signedBytes(said: string): Bytes {
  return Uint8Array.from(`cedibook receipt 1.${said}`, (char) => char.charCodeAt(0));
}

async function leadsToRoot<Key>(
  { position, event }: ReceiptFacts,
  { position: size, movement, path, root }: ReceiptProof,
  subtle: ReceiptCrypto<Key>,
): Promise<boolean> {
  if (position > size) return false;
  const sha256 = async (bytes: Bytes) => new Uint8Array(await subtle.digest("SHA-256", bytes));
  const way = new WayUp(position - 1, size - 1);
  let node = await sha256(leafBytes(fromHex(event), movement));
  for (const text of path) {
    if (way.isUp) return false;
    const neighbour = fromHex(text);
    node = await sha256(way.step() ? nodeBytes(neighbour, node) : nodeBytes(node, neighbour));
  }
  return way.isUp && toHex(node) === root;
}

function isSame(
  proof: ReceiptProof,
  { root, position = proof.position, hash = proof.hash }: PublishedHead,
): boolean {
  return root === proof.root && position === proof.position && hash === proof.hash;
}

function fromHex(text: string): Bytes {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** Undefined if it is written in another way than the one: its last character may have bits that are no byte's. */
function fromBase64url(text: string): Bytes | undefined {
  const bytes: number[] = [];
  let [held, bits] = [0, 0];
  for (const char of text) {
    held = held * 64 + alphabet.indexOf(char);
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push(held >> bits);
    held %= 1 << bits;
  }
  return held === 0 && bits < 6 ? Uint8Array.from(bytes) : undefined;
}
