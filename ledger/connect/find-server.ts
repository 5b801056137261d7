/** Finds the right server among those in an address, as libpq does: the first acceptable one in their order. */
import pg from "pg";
import type { Server, TargetSession } from "./database-url.ts";
import { NoSuchServer } from "./errors.ts";

export interface DatabaseConfig extends pg.ClientConfig {
  servers: Server[];
  target: TargetSession;
  patience: Patience;
}

/** How long a connection may take for each step before it is ended. */
export interface Patience {
  /** For finding out whether a server is the right one, and again for connecting to it. */
  connect_ms: number;
  /** Without a byte from the server while an answer is due. After this, another connection asks whether the server is working on it. */
  silence_ms: number;
  /** The same, even if the server is working on it. */
  answer_ms: number;
}

/** What a server reports about itself at the start of a session, and again when it changes. */
export interface SessionKind {
  isStandby: boolean;
  isReadOnly: boolean;
}

/** For this time, a server that did not answer is asked last: otherwise each new connection would wait for it. */
const asked_last_ms = 10_000;
const silentUntil_ms = new Map<string, number>();

/** @throws NoSuchServer if none is acceptable; the server's own error if it refuses this user. */
export async function findServer(config: DatabaseConfig): Promise<Server> {
  const { target } = config;
  // In the first round, only standbys are acceptable.
  const rounds: TargetSession[] = target === "prefer-standby" ? ["standby", "any"] : [target];
  const reasons: string[] = [];
  for (const wanted of rounds) {
    for (const server of inOrder(config.servers)) {
      const reason = await reasonAgainst(server, wanted, config);
      if (reason === undefined) return server;
      reasons.push(`${nameOf(server)} ${reason}`);
    }
  }
  throw new NoSuchServer(`No server is ${target === "any" ? "there" : target}: ${reasons.join("; ")}`);
}

export function isAccepted({ isStandby, isReadOnly }: SessionKind, target: TargetSession): boolean {
  switch (target) {
    case "any":
    case "prefer-standby":
      return true;
    case "primary":
      return !isStandby;
    case "standby":
      return isStandby;
    case "read-write":
      return !isStandby && !isReadOnly;
    case "read-only":
      return isStandby || isReadOnly;
    default:
      return target satisfies never;
  }
}

/** Filled while the client connects. PostgreSQL 14 and later report these two unasked. */
export function sessionKindOf(client: pg.Client): SessionKind {
  const kind: SessionKind = { isStandby: false, isReadOnly: false };
  client.connection.on("parameterStatus", (status: { parameterName: string; parameterValue: string }) => {
    if (status.parameterName === "in_hot_standby") kind.isStandby = status.parameterValue === "on";
    if (status.parameterName === "default_transaction_read_only")
      kind.isReadOnly = status.parameterValue === "on";
  });
  return kind;
}

function inOrder(servers: Server[]): Server[] {
  const now_ms = Date.now();
  const isSilent = (server: Server) => (silentUntil_ms.get(nameOf(server)) ?? 0) > now_ms;
  return [...servers.filter((server) => !isSilent(server)), ...servers.filter(isSilent)];
}

/** Undefined if it is acceptable. */
async function reasonAgainst(
  server: Server,
  wanted: TargetSession,
  config: DatabaseConfig,
): Promise<string | undefined> {
  const asked_ms = Date.now();
  const client = plainClient(config, server);
  const kind = sessionKindOf(client);
  try {
    await client.connect();
    return isAccepted(kind, wanted) ? undefined : isWhat(kind);
  } catch (error) {
    if (isFinal(error)) throw error;
    if (Date.now() - asked_ms >= config.patience.connect_ms)
      silentUntil_ms.set(nameOf(server), Date.now() + asked_last_ms);
    return `cannot be reached (${messageOf(error)})`;
  } finally {
    client.connection.stream.destroy();
  }
}

/** A client that is used once and not watched for silence. */
export function plainClient(config: DatabaseConfig, { host, port }: Server): pg.Client {
  const { connect_ms } = config.patience;
  const client = new pg.Client({
    ...config,
    pipeline: false,
    connectionTimeoutMillis: connect_ms,
    query_timeout: connect_ms,
  });
  // connect() or the query reports a lost connection.
  client.on("error", () => undefined);
  if (host !== undefined) client.host = host;
  if (port !== undefined) client.port = port;
  return client;
}

/** As in libpq: if a server refuses the user, the others would too. One that is starting, stopping or full is skipped. */
function isFinal(error: unknown): boolean {
  return error instanceof pg.DatabaseError && !/^(57P|53)/.test(error.code ?? "");
}

function isWhat({ isStandby, isReadOnly }: SessionKind): string {
  if (isStandby) return "is a standby";
  return isReadOnly ? "is read-only" : "is a primary that can be written to";
}

function nameOf({ host = "", port = 0 }: Server): string {
  return `${host}:${port}`;
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || String(Reflect.get(error, "code") ?? "no answer");
}
