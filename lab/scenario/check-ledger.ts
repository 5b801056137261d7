/** Checks after each round: the log is correct and has every acknowledged command exactly once, and the balances match it. */
import { isDeepStrictEqual } from "node:util";
import type pg from "pg";
import type { LedgerEvent } from "../../ledger/core/events.ts";
import type { DatabaseClient } from "../../ledger/connect/database-client.ts";
import { parseRow, readLog, usualBatch_rows } from "../../ledger/verify/replay/log-rows.ts";
import { inTransaction } from "../../ledger/verify/replay/transaction.ts";
import { verify } from "../../ledger/verify/verify.ts";
import type { Effect } from "./commands.ts";
import type { SentCommand } from "./sender.ts";

/** More than a round ever appends. */
const round_events_max = 1_000_000;

/** What a verification of the whole log and of every projection finds. */
export async function verifyFindings(client: DatabaseClient): Promise<string[]> {
  const { findings } = await verify(client);
  return findings.map((finding) => `broken: ${JSON.stringify(finding)}`);
}

export class LedgerCheck {
  /** The last event that was read, and its hash. */
  #last = { position: 0, hash: "" };
  /** Commands of all rounds so far, by their outcome. */
  readonly #written = new Set<string>();
  readonly #refused = new Set<string>();

  /**
   * @returns what is wrong. "lost: " an acknowledged command that is not in the log as it was acknowledged; "doubled: " one
   * that is in the log twice, or although it was refused; "broken: " wrong hashes, positions, balances and sums
   */
  async checkRound(client: DatabaseClient, commands: readonly SentCommand[]): Promise<string[]> {
    const faults = await inTransaction(client, "repeatable read", async () => {
      const changed = await this.#checkLastEvent(client);
      const events = await this.#readNew(client);
      return [...changed, ...lostOf(events, commands), ...this.#doubled(events, commands)];
    });
    const { rows } = await client.query<{ user_id: string }>(
      "select user_id from ledger.wallet where balance < 0",
    );
    const poor = rows.map(({ user_id }) => `broken: the wallet ${user_id} is below zero`);
    return [...faults, ...poor, ...(await verifyFindings(client))];
  }

  /** The last event of the round before must still be there. A standby that lacks it would have a different log. */
  async #checkLastEvent(client: pg.Client): Promise<string[]> {
    const { position, hash } = this.#last;
    if (position === 0) return [];
    const { rows } = await client.query<{ hash: string }>(
      "select encode(hash, 'hex') as hash from ledger.event where position = $1",
      [position],
    );
    const found = rows[0]?.hash ?? "none";
    return found === hash ? [] : [`broken: position ${position} had the hash ${hash} and now has ${found}`];
  }

  /** An event that cannot be read is left out here. The verification names it. */
  async #readNew(client: pg.Client): Promise<LedgerEvent[]> {
    const part = { after: this.#last.position, events_max: round_events_max };
    const events: LedgerEvent[] = [];
    for await (const rows of readLog(client, usualBatch_rows, part)) {
      for (const row of rows) {
        const event = parseRow(row);
        if (typeof event === "string") continue;
        events.push(event);
        this.#last = { position: event.position, hash: row[13] };
      }
    }
    return events;
  }

  #doubled(events: readonly LedgerEvent[], commands: readonly SentCommand[]): string[] {
    for (const command of commands) if (command.outcome === "refused") this.#refused.add(command.commandId);
    const faults: string[] = [];
    let previous: string | undefined;
    for (const { command_id: id, position, type } of events) {
      const isSameCommand = id === previous;
      previous = id;
      if (this.#refused.has(id)) faults.push(`doubled: ${id} was refused but wrote ${type} at ${position}`);
      if (isSameCommand) continue;
      if (this.#written.has(id)) faults.push(`doubled: ${id} wrote ${type} again at ${position}`);
      this.#written.add(id);
    }
    return faults;
  }
}

function lostOf(events: readonly LedgerEvent[], commands: readonly SentCommand[]): string[] {
  const byCommand = Map.groupBy(events, ({ command_id }) => command_id);
  return commands.flatMap(({ effect, what, key, commandId }) => {
    const difference = effect && differenceFrom(effect, byCommand.get(commandId) ?? []);
    return difference === undefined
      ? []
      : [`lost: ${what} under the key ${key} (command ${commandId}): ${difference}`];
  });
}

/** The difference between an acknowledged command's answer and its events in the log. */
function differenceFrom(effect: Effect, written: readonly LedgerEvent[]): string | undefined {
  const matching = written.filter(({ type, stream }) => type === effect.type && stream === effect.stream);
  const [event] = matching;
  if (!event || matching.length > 1)
    return `${matching.length} events ${effect.type} of ${effect.stream} in the log, but 1 was acknowledged`;
  const found: Effect = {
    type: event.type,
    stream: event.stream,
    ...(effect.position !== undefined && { position: written.at(-1)?.position ?? 0 }),
    ...(effect.amount !== undefined && { amount: event.amount ?? 0 }),
    ...(effect.balance_after !== undefined && { balance_after: event.balance_after ?? 0 }),
    ...(event.type === "user_level_changed" && { level: event.data.after }),
  };
  if (isDeepStrictEqual(effect, found)) return undefined;
  return `the answer said ${JSON.stringify(effect)}, the log has ${JSON.stringify(found)}`;
}
