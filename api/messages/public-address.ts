/**
 * Keeps requests to addresses that users chose out of the network that the server stands in: this machine, private and
 * link-local ranges (where clouds keep their metadata), and whatever else is not the public internet. The name is looked
 * up once, and the connection goes to the address that was looked at.
 */
import { lookup as lookUp, type LookupAddress } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { promisify } from "node:util";
import ipaddr from "ipaddr.js";

/** "unicast" is what ipaddr.js calls an address of none of the special ranges; an IPv4 address in IPv6's dress is undressed. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  return ipaddr.process(address).range() === "unicast";
}

export class PrivateAddress extends Error {
  override name = "PrivateAddress";
  readonly code = "EPRIVATE";
}

/** Throws PrivateAddress where any address of the host is not public; the lookup's own error where it has none. */
export async function requirePublic(hostname: string): Promise<void> {
  await publicAddresses(hostOf(hostname));
}

/** For a socket's `lookup`: the same rule at the moment of connecting, whatever the name meant before. */
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

/** A URL writes an IPv6 address in brackets. */
export function hostOf(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, "$1");
}

const lookUpAll = promisify(lookUp) as (hostname: string, options: { all: true }) => Promise<LookupAddress[]>;

async function publicAddresses(host: string): Promise<LookupAddress[]> {
  const family = isIP(host);
  const addresses = family ? [{ address: host, family }] : await lookUpAll(host, { all: true });
  if (!addresses.every(({ address }) => isPublicAddress(address)))
    throw new PrivateAddress("not an address of the public internet");
  return addresses;
}
