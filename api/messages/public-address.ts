/**
 * Keeps requests to addresses that users chose out of the server's own network: this machine, private and link-local ranges
 * (where clouds keep their metadata), and everything else that is not the public internet. The name is looked up once, and
 * the connection goes to the checked address.
 */
import type { LookupAddress } from "node:dns";
import { Resolver } from "node:dns/promises";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { httpsNeeded } from "#contract/fields.ts";

/**
 * The only IPv6 range that is given out. Outside it are, among others, the ranges that contain IPv4 addresses: `::7f00:1`
 * is 127.0.0.1.
 */
const given6 = ipaddr.IPv6.parseCIDR("2000::/3");

/** The address of Azure's own services in every virtual network. It looks like one of the internet. */
const azureServices = "168.63.129.16";

/** ipaddr.js calls an address outside all special ranges "unicast". An IPv4-mapped IPv6 address is checked as IPv4. */
export function isPublicAddress(address: string): boolean {
  // ipaddr.js reads ::1.2.3.4 as 1.2.3.4.
  if (!ipaddr.isValid(address) || /^::\d+\./.test(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== "unicast" || parsed.toString() === azureServices) return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(given6);
}

export class PrivateAddress extends Error {
  override name = "PrivateAddress";
  readonly code = "EPRIVATE";
}

/** @throws PrivateAddress if any address of the host is not public; the lookup's own error if it has no address. */
export async function requirePublic(hostname: string): Promise<void> {
  await publicAddresses(hostOf(hostname));
}

/** Why an address cannot be used; undefined if it can. `allowPrivate` accepts every address. */
export async function addressProblem(url: string, allowPrivate: boolean): Promise<string | undefined> {
  if (allowPrivate) return undefined;
  const { protocol, hostname } = new URL(url);
  if (protocol !== "https:") return httpsNeeded;
  return requirePublic(hostname).then(
    () => undefined,
    (error: unknown) =>
      error instanceof PrivateAddress ? "This address is in a private network" : "This address was not found",
  );
}

/** For a socket's `lookup`: applies the same rule when connecting, because the name may now have another address. */
export const lookUpPublic: LookupFunction = (hostname, options, callback) => {
  publicAddresses(hostname).then(
    (addresses) => {
      const [first] = addresses;
      if (options.all === true) callback(null, addresses);
      else callback(null, first?.address ?? "", first?.family);
    },
    (error: NodeJS.ErrnoException) => callback(error, "", 0),
  );
};

/** Whether only this machine can reach a host. */
export function isLoopback(host: string): boolean {
  const bare = hostOf(host);
  return bare === "localhost" || (ipaddr.isValid(bare) && ipaddr.process(bare).range() === "loopback");
}

/** In a URL, an IPv6 address is in brackets. */
export function hostOf(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, "$1");
}

/**
 * Asks the DNS servers itself. The system's lookup would occupy a thread of the pool that also hashes passwords, for as long
 * as a server is silent, and would find names of this machine's own network (/etc/hosts, search domains).
 */
export const resolver = new Resolver({ timeout: 2000, tries: 2 });

/** @throws the first error if there is no address of either family */
async function resolveAll(host: string): Promise<LookupAddress[]> {
  const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const found = [four, six].flatMap((one, index) =>
    one.status === "fulfilled" ? one.value.map((address) => ({ address, family: index === 0 ? 4 : 6 })) : [],
  );
  if (found.length === 0 && four.status === "rejected") throw four.reason;
  return found;
}

async function publicAddresses(host: string): Promise<LookupAddress[]> {
  const family = isIP(host);
  if (/(^|\.)localhost\.?$/i.test(host)) throw new PrivateAddress("this machine");
  const addresses = family ? [{ address: host, family }] : await resolveAll(host);
  if (!addresses.every(({ address }) => isPublicAddress(address)))
    throw new PrivateAddress("not an address of the public internet");
  return addresses;
}
