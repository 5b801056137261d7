/**
 * Addresses of databases. An address may name several servers as libpq has it, "postgres://user@a:5432,b/shop?target_session_attrs=read-write",
 * which neither URL nor pg understands. So all reading and changing of addresses is here.
 */

export interface Server {
  /** Undefined: pg's default, from the address and its own environment variables. */
  host?: string | undefined;
  port?: number | undefined;
}

export interface Servers {
  /** In the order in which they are tried. */
  servers: Server[];
  target: TargetSession;
}

/** libpq's words for which servers are acceptable. */
export const targetSessions = [
  "any",
  "read-write",
  "read-only",
  "primary",
  "standby",
  "prefer-standby",
] as const;
export type TargetSession = (typeof targetSessions)[number];

const port_default = 5432;

/** @throws if it is not an address: see urlProblem. */
export function serversOf(url: string): Servers {
  const problem = urlProblem(url);
  if (problem !== undefined) throw new Error(`the database's address ${problem}`);
  const { searchParams } = new URL(oneServerUrl(url));
  const target = (searchParams.get("target_session_attrs") ?? "any") as TargetSession;
  const named = namedServers(url);
  return { servers: named.length > 1 ? named : [{}], target };
}

/** What is wrong with it, as a sentence that starts with "The address"; undefined if nothing is. */
export function urlProblem(url: string): string | undefined {
  const parsed = URL.parse(oneServerUrl(url));
  if (!parsed || !/^postgres(ql)?:$/.test(parsed.protocol)) return "must be a postgres:// URL";
  const target = parsed.searchParams.get("target_session_attrs");
  if (target !== null && !(targetSessions as readonly string[]).includes(target))
    return `has an unknown target_session_attrs: it must be one of ${targetSessions.join(", ")}`;
  const hosts = hostsOf(url);
  if (hosts.length < 2) return undefined;
  if (hosts.includes("")) return "names a host that is empty";
  const ports = givenPorts(url);
  if (ports.length > 1 && ports.length !== hosts.length)
    return "must give one port for all hosts, or one for each";
  const bad = namedServers(url).find(({ port = 0 }) => !(port >= 1 && port <= 65_535));
  return bad && `gives ${bad.host} a port that is none`;
}

/** With the first server only, for pg, which gets the server to use each time. An address with one server is not changed. */
export function oneServerUrl(url: string): string {
  if (hostsOf(url).length < 2) return url;
  const { before, hosts, after } = partsOf(url);
  const isInQuery = !hosts.includes(",");
  const plain = isInQuery ? url : `${before}${hosts.split(",")[0]}${after}`;
  const parsed = URL.parse(plain);
  if (!parsed) return plain;
  if (isInQuery) parsed.searchParams.set("host", hostsOf(url)[0] ?? "");
  parsed.searchParams.delete("port");
  return spacesKept(parsed.href);
}

/** The same database with more settings ("-c name=value") for each session. They replace settings of the address. */
export function withSettings(url: string, settings: string): string {
  return changedSettings(url, (given) => [given, settings]);
}

/** The same database with these settings for each session, unless the address has others. */
export function withUsualSettings(url: string, settings: string): string {
  return changedSettings(url, (given) => [settings, given]);
}

/** Of two settings with one name, PostgreSQL takes the last. */
function changedSettings(url: string, change: (given: string | null) => (string | null)[]): string {
  return changed(url, (parsed) => {
    const settings = change(parsed.searchParams.get("options")).filter(Boolean);
    parsed.searchParams.set("options", settings.join(" "));
    return spacesKept(parsed.href);
  });
}

/** The same servers, another database. */
export function withDatabase(url: string, database: string): string {
  return changed(url, (parsed) => {
    parsed.pathname = `/${database}`;
    return parsed.href;
  });
}

/** The same servers and database, another user. */
export function withLogin(url: string, user: string, password: string): string {
  return changed(url, (parsed) => {
    // In the query, they would count instead of those before the host.
    for (const name of ["user", "password"]) parsed.searchParams.delete(name);
    parsed.username = encodeURIComponent(user);
    parsed.password = encodeURIComponent(password);
    return spacesKept(parsed.href);
  });
}

function changed(url: string, change: (parsed: URL) => string): string {
  const { before, hosts, after } = partsOf(url);
  if (!hosts.includes(",")) return change(new URL(url));
  const one = partsOf(change(new URL(`${before}host${after}`)));
  return `${one.before}${hosts}${one.after}`;
}

/** URLSearchParams writes a space as +, which libpq and pg read as a plus. */
function spacesKept(href: string): string {
  return href.replaceAll("+", "%20");
}

function namedServers(url: string): Server[] {
  const ports = givenPorts(url);
  return hostsOf(url).map((text, index) => {
    const [, name = "", port] = /^(\[[^\]]*\]|[^:]*)(?::(.*))?$/.exec(text) ?? [];
    const given = port || ports[ports.length === 1 ? 0 : index];
    return {
      host: decodeURIComponent(name.replace(/^\[(.*)\]$/, "$1")),
      port: given ? (/^\d+$/.test(given) ? Number(given) : Number.NaN) : port_default,
    };
  });
}

/** As written, with their ports. Hosts and ports in the query count, as they do for pg. */
function hostsOf(url: string): string[] {
  return (queryOf(url).get("host") ?? partsOf(url).hosts).split(",");
}

function givenPorts(url: string): string[] {
  return queryOf(url).get("port")?.split(",") ?? [];
}

function queryOf(url: string): URLSearchParams {
  return new URLSearchParams(/\?([^#]*)/.exec(url)?.[1] ?? "");
}

/** Cut from the text, because URL refuses a list of hosts. */
function partsOf(url: string): { before: string; hosts: string; after: string } {
  const [, before = "", hosts = "", after = ""] =
    /^([a-z]+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/is.exec(url) ?? [];
  return { before, hosts, after };
}
