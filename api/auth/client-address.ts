/** The address that a request comes from. Limits count by it, and by account. */
import { BlockList, isIPv4, isIPv6 } from "node:net";
import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";
import type { Env } from "../context.ts";

const ours = new BlockList();
for (const [net, bits] of [
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
] as const)
  ours.addSubnet(net, bits, "ipv4");
ours.addAddress("::1", "ipv6");
ours.addSubnet("fc00::", 7, "ipv6");
ours.addSubnet("fe80::", 10, "ipv6");

/**
 * Behind `proxies` of our own, only that many entries at the end of X-Forwarded-For can be trusted. Undefined if the
 * address is unknown: a private address is a proxy that is not configured, and limiting it would lock out everybody.
 */
export function clientAddress(c: Context<Env>, proxies: number): string | undefined {
  const socket = plain(getConnInfo(c).remote.address ?? "");
  const forwarded = (c.req.header("x-forwarded-for") ?? "")
    .split(",")
    .map((address) => plain(address.trim()));
  const address = proxies > 0 ? forwarded.at(-proxies) : socket;
  if (address === undefined) return undefined;
  if (isIPv4(address)) return ours.check(address, "ipv4") ? undefined : address;
  if (!isIPv6(address) || ours.check(address, "ipv6")) return undefined;
  return network64(address);
}

/** An IPv4 address on an IPv6 socket. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, "");
}

/** A provider gives one customer a whole /64. */
function network64(address: string): string {
  const [head = "", tail] = address.toLowerCase().split("::");
  const groups = (part: string) => (part === "" ? [] : part.split(":"));
  const first = groups(head);
  const last = tail === undefined ? [] : groups(tail);
  const zeros = Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => "0");
  return [...first, ...zeros, ...last]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}
