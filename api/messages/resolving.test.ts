/** Names of webhooks are resolved by a DNS server of the test. */
import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hashPassword } from "../auth/passwords.ts";
import { lookUpPublic, PrivateAddress, requirePublic, resolver } from "./public-address.ts";

let server: Socket;
const before = resolver.getServers();

/** Addresses by name. A name without an entry gets no answer at all. */
const zone: Record<string, string[]> = {
  "hooks.example": ["8.8.4.4", "2606:4700:4700::1111"],
  "inside.example": ["8.8.4.4", "10.0.0.5"],
  "inside6.example": ["::7f00:1"],
  "nothing.example": [],
};

beforeAll(async () => {
  server = createSocket("udp4", (query, from) => {
    const answer = answerTo(query);
    if (answer) server.send(answer, from.port, from.address);
  });
  server.bind(0, "127.0.0.1");
  await once(server, "listening");
  resolver.setServers([`127.0.0.1:${(server.address() as AddressInfo).port}`]);
});
afterAll(() => {
  resolver.setServers(before);
  server.close();
});

const types = { A: 1, AAAA: 28 };

/** RFC 1035, 4.1: the query's header and question, and an answer for each address of the type. */
function answerTo(query: Buffer): Buffer | undefined {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  const addresses = zone[labels.join(".")];
  if (!addresses) return undefined;
  const type = query.readUInt16BE(at + 1);
  const records = addresses
    .filter((address) => (address.includes(":") ? types.AAAA : types.A) === type)
    .map((address) => {
      const data = bytesOf(address);
      const head = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, data.length]);
      return Buffer.concat([head, data]);
    });
  const header = Buffer.from(query.subarray(0, 12));
  header.writeUInt16BE(0x8180, 2);
  header.writeUInt16BE(records.length, 6);
  header.writeUInt32BE(0, 8);
  return Buffer.concat([header, query.subarray(12, at + 5), ...records]);
}

function bytesOf(address: string): Buffer {
  if (!address.includes(":")) return Buffer.from(address.split(".").map(Number));
  const [head = "", tail = ""] = address.split("::");
  const groups = (part: string) =>
    part === "" ? [] : part.split(":").map((group) => Number.parseInt(group, 16));
  const [first, last] = [groups(head), groups(tail)];
  const all = [...first, ...Array.from({ length: 8 - first.length - last.length }, () => 0), ...last];
  return Buffer.from(all.flatMap((group) => [group >> 8, group & 255]));
}

const lookUp = (name: string) =>
  new Promise((resolve, reject) => {
    lookUpPublic(name, { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses)));
  });

test("a name is resolved to all its public addresses", async () => {
  expect(await lookUp("hooks.example")).toEqual([
    { address: "8.8.4.4", family: 4 },
    { address: "2606:4700:4700::1111", family: 6 },
  ]);
});

test.each(["inside.example", "inside6.example", "localhost", "api.localhost", "LOCALHOST."])(
  "%s is refused, because one of its addresses is private",
  async (name) => {
    await expect(requirePublic(name)).rejects.toThrow(PrivateAddress);
  },
);

test("a name without addresses is not found", async () => {
  await expect(lookUp("nothing.example")).rejects.toMatchObject({ code: "ENODATA" });
});

test("a password is hashed while a DNS server is silent on many names", async () => {
  let answered = 0;
  const lookUps = Array.from({ length: 32 }, (_, n) =>
    requirePublic(`silent${n}.example`).catch(() => (answered += 1)),
  );
  await hashPassword("secret");
  expect(answered).toBe(0);
  resolver.cancel();
  await Promise.all(lookUps);
  expect(answered).toBe(32);
});
