/** The address that a request comes from. Limits count by it, and by account. */
import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";
import ipaddr from "ipaddr.js";
import type { Logger } from "pino";
import { serverLimits } from "#contract/terms/server-limits.ts";
import type { Env } from "./env.ts";

/** Clients that are counted together. */
interface AddressGroup {
  name: string;
  /** How many times what one address may do. */
  factor: number;
}

/** Addresses of machines near the server: not of a client, but of a proxy that is not configured. */
const nearby = new Set(["unspecified", "loopback", "private", "linkLocal", "uniqueLocal", "carrierGradeNat"]);

const unknown: AddressGroup = { name: "unknown", factor: serverLimits.shared_address_factor };

const warn_every_ms = 60 * 60_000;

export class ClientAddresses {
  readonly #proxies: number;
  readonly #log: Logger;
  readonly #warned = new Map<string, number>();

  /** `proxies`: how many of our own are in front. Only that many entries at the end of X-Forwarded-For can be trusted. */
  constructor(proxies: number, log: Logger) {
    this.#proxies = proxies;
    this.#log = log;
  }

  /**
   * The groups that a request counts in, the smallest first. All clients with an unknown address are one group: if they
   * were not counted, rubbish in X-Forwarded-For would lift the limits.
   */
  of(c: Context<Env>): [AddressGroup, ...AddressGroup[]] {
    const address = this.#addressOf(c);
    if (address === undefined) return [unknown];
    if (address instanceof ipaddr.IPv4) return [{ name: address.toString(), factor: 1 }];
    // A provider gives one customer a whole /64, and anybody who asks a /48.
    return [
      { name: prefix(address, 64), factor: 1 },
      { name: prefix(address, 48), factor: serverLimits.shared_address_factor },
    ];
  }

  #addressOf(c: Context<Env>): Address | undefined {
    const header = c.req.header("x-forwarded-for");
    const socket = parseAddress(getConnInfo(c).remote.address ?? "");
    if (this.#proxies === 0) {
      if (socket && !isNearby(socket)) return socket;
      if (header !== undefined) this.#warn("a proxy in front adds to X-Forwarded-For");
      return undefined;
    }
    const entry = header?.split(",").at(-this.#proxies);
    if (entry === undefined) {
      this.#warn("X-Forwarded-For has fewer entries");
      return undefined;
    }
    const address = parseAddress(entry);
    if (address && !isNearby(address)) return address;
    this.#warn(`its entry of X-Forwarded-For is ${address ? "a private address" : "not an address"}`);
    return undefined;
  }

  /** Not for each request: somebody may send many. */
  #warn(reason: string): void {
    const now_ms = Date.now();
    if (now_ms - (this.#warned.get(reason) ?? 0) < warn_every_ms) return;
    this.#warned.set(reason, now_ms);
    this.#log.warn(
      { proxies: this.#proxies, reason },
      "PROXIES looks wrong: clients with an unknown address share one limit",
    );
  }
}

type Address = ReturnType<typeof ipaddr.process>;

/** As proxies write it: also with a port, and IPv6 in brackets. */
function parseAddress(text: string): Address | undefined {
  const { four, six } =
    /^"?(?:(?<four>[\d.]+)(?::\d+)?|\[(?<six>[^\]]+)\](?::\d+)?)"?$/.exec(text.trim())?.groups ?? {};
  const bare = four ?? six ?? text.trim();
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(bare) || ipaddr.IPv6.isValid(bare);
  return isAddress ? ipaddr.process(bare) : undefined;
}

function isNearby(address: Address): boolean {
  return nearby.has(address.range());
}

function prefix(address: ipaddr.IPv6, bits: 48 | 64): string {
  const parts = address.parts.slice(0, bits / 16).map((part) => part.toString(16));
  return `${parts.join(":")}::/${bits}`;
}

/**
 * Whether a request comes from the shop's own page. Browsers send the page's origin. Other clients send none, and have no
 * cookies that could be abused. Behind a proxy, the Host header may differ from the host that people type, which is the one
 * of PUBLIC_URL.
 */
export function isOwnOrigin(
  origin: string | undefined,
  host: string | undefined,
  publicUrl: string,
): boolean {
  if (origin === undefined) return true;
  const named = URL.parse(origin)?.host;
  return named !== undefined && named !== "" && [host, URL.parse(publicUrl)?.host].includes(named);
}
