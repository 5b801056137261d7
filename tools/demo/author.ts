import { createHash } from "node:crypto";
import { uuidOf } from "#api/serve/secrets.ts";
import { type CommandType, type Intents, makeCommand } from "#ledger/decide/command.ts";
import { type SideWrite, Writer } from "#ledger/log/writer.ts";

/** The demo shop has its own database: if that ends, the start should report it soon. */
const patience_ms = 3000;

/** Submits commands with times in the past. */
export class Author {
  readonly #writer: Writer;
  readonly #times = new Map<string, number>();
  #count = 0;
  /** The demo's current time, in ms since 1970. */
  time_ms: number;

  constructor(databaseUrl: string, start_ms: number) {
    this.time_ms = start_ms;
    this.#writer = new Writer({
      url: databaseUrl,
      patience_ms,
      clock: (command) => this.#times.get(command.id) ?? this.time_ms,
    });
  }

  /** Submits a command as of `at_ms`. Ids are numbered, so the same script makes the same ids. */
  async at<T extends CommandType>(
    at_ms: number,
    type: T,
    actor: string,
    intent: Intents[T],
    sideWrites: SideWrite[] = [],
  ): Promise<void> {
    const id = uuidFor(`command ${(this.#count += 1)}`);
    this.#times.set(id, at_ms);
    const command = makeCommand({ type, intent, actor, id, fingerprint: uuidFor(type).replaceAll("-", "") });
    const outcome = await this.#writer.submit(command, { sideWrites });
    this.#times.delete(id);
    if (!outcome.accepted) throw new Error(`the demo's ${type} was refused: ${outcome.rejection.code}`);
  }

  now<T extends CommandType>(
    type: T,
    actor: string,
    intent: Intents[T],
    sideWrites?: SideWrite[],
  ): Promise<void> {
    return this.at(this.time_ms, type, actor, intent, sideWrites);
  }

  close(): Promise<void> {
    return this.#writer.close();
  }
}

/** A demo user's id is derived from their name. */
export function idOf(username: string): string {
  return uuidFor(`user ${username}`);
}

function uuidFor(text: string): string {
  return uuidOf(createHash("sha256").update(`cedibook demo ${text}`).digest("hex"));
}
