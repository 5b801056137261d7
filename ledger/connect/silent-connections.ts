/**
 * Ends connections that have gone silent: a line that is cut without notice, or a server that hangs, leaves a client
 * waiting until the kernel gives up, a quarter of an hour later.
 *
 * A statement may have good reason to take long (a lock, a search, a verification). So a connection that owes an answer and has not
 * sent a byte for a while is not ended for that alone: a new connection asks the server whether it is still working on it.
 * It is ended if the server is not, or does not answer that either. One timer for all connections looks at
 * counters that the sockets keep anyway, so no statement pays for it.
 */
import type { Socket } from "node:net";
import pg from "pg";
import { ConnectionSilent } from "./errors.ts";
import { type DatabaseConfig, plainClient } from "./find-server.ts";

/** What this file needs to know of a connection. */
export interface Watchable extends pg.Client {
  readonly config: DatabaseConfig;
  /** Whether a query is waiting for its answer. */
  readonly isWaiting: boolean;
  destroy(reason: Error): void;
}

interface Watched {
  client: Watchable;
  bytesRead: number;
  /** When the last byte arrived. */
  byte_ms: number;
  /** Since when an answer is due and no byte has come. */
  due_ms: number | undefined;
  isAsking: boolean;
}

const look_ms = 250;
/** An answer that the server sent just before it reported being done may be read just after. */
const settle_ms = 50;

const watched = new Set<Watched>();
let timer: NodeJS.Timeout | undefined;

/** From now until it ends. */
export function watchForSilence(client: Watchable): void {
  const now_ms = performance.now();
  const entry = { client, bytesRead: 0, byte_ms: now_ms, due_ms: undefined, isAsking: false };
  watched.add(entry);
  timer ??= setInterval(lookAtAll, look_ms).unref();
  client.once("end", () => {
    watched.delete(entry);
    if (watched.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  });
}

/** Ends all connections of this process to the client's server, for example when it is no longer the primary. */
export function leaveServerOf(client: Watchable, reason: Error): void {
  for (const { client: other } of watched) if (isSameServer(other, client)) other.destroy(reason);
}

function lookAtAll(): void {
  for (const entry of watched) {
    look(entry);
    const { due_ms, isAsking, client } = entry;
    if (due_ms === undefined || isAsking) continue;
    if (performance.now() - due_ms > client.config.patience.silence_ms) void ask(entry, due_ms);
  }
}

function look(entry: Watched): void {
  const { client } = entry;
  const { bytesRead } = client.connection.stream as Socket;
  const now_ms = performance.now();
  if (bytesRead !== entry.bytesRead) Object.assign(entry, { bytesRead, byte_ms: now_ms, due_ms: undefined });
  if (!client.isWaiting) entry.due_ms = undefined;
  else entry.due_ms ??= now_ms;
}

async function ask(entry: Watched, due_ms: number): Promise<void> {
  const { client } = entry;
  entry.isAsking = true;
  const isAtWork = await isServerAtWork(client);
  await new Promise((resolve) => setTimeout(resolve, settle_ms));
  entry.isAsking = false;
  look(entry);
  if (entry.due_ms !== due_ms) return;
  const silent_ms = Math.round(performance.now() - due_ms);
  if (isAtWork && silent_ms < client.config.patience.answer_ms) return;
  client.destroy(new ConnectionSilent(`no answer for ${silent_ms} ms`));
  if (!isAtWork) endUnheard(client, due_ms);
}

/** What silenced this connection may have silenced idle ones too. Ends those, so that no caller has to find out. */
function endUnheard(silent: Watchable, since_ms: number): void {
  for (const entry of watched) {
    look(entry);
    const { client, byte_ms } = entry;
    // Both times are those of a check.
    const isUnheard = !client.isWaiting && byte_ms < since_ms + look_ms;
    if (isUnheard && isSameServer(client, silent))
      client.destroy(new ConnectionSilent("another connection to this server has gone silent"));
  }
}

function isSameServer(one: Watchable, other: Watchable): boolean {
  return one.host === other.host && one.port === other.port;
}

/** False if it does something else or does not answer; true if that cannot be known. */
async function isServerAtWork(client: Watchable): Promise<boolean> {
  const asking = plainClient(client.config, client);
  try {
    await asking.connect();
    // Only the login role itself, without `set role`, sees what its other sessions do.
    await asking.query("set role none");
    const { rows } = await asking.query<Activity>(
      `select pg_backend_pid() as own, a.pid, a.state, a.wait_event, c.pid is not null as is_copying from (values (1)) as one
       left join pg_stat_activity a on a.pid = $1 left join pg_stat_progress_copy c on c.pid = a.pid`,
      [processIdOf(client)],
    );
    // A connection pooler invents its own process ids.
    return rows[0]?.own !== processIdOf(asking) || isAtWork(rows[0]);
  } catch (error) {
    return error instanceof pg.DatabaseError && !(error.code ?? "").startsWith("57P");
  } finally {
    asking.connection.stream.destroy();
  }
}

interface Activity {
  own: number;
  pid: number | null;
  state: string | null;
  wait_event: string | null;
  is_copying: boolean;
}

function isAtWork({ pid, state, wait_event, is_copying }: Activity): boolean {
  if (pid === null) return false;
  // It waits for rows of ours or for us to take some, and we may be slow: they come from a bucket or go to one.
  if (is_copying) return true;
  // It waits for us to send something or to read its answer.
  if (wait_event === "ClientRead" || wait_event === "ClientWrite") return false;
  return state === null || !state.startsWith("idle");
}

function processIdOf(client: pg.Client): number {
  return Reflect.get(client, "processID") as number;
}
