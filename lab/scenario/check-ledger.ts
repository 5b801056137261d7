/** Checks after each round: the log is correct and has every acknowledged command exactly once, and the balances match it. */
import { isDeepStrictEqual } from "node:util";
import type pg from "pg";
import type { LedgerEvent } from "../../ledger/core/events.ts";
import { Chain, dataDifferences } from "../../ledger/verify/replay/chain.ts";
import { parseRow, readLog, usualBatch_rows } from "../../ledger/verify/replay/log-rows.ts";
import { inTransaction } from "../../ledger/verify/replay/transaction.ts";
import { sumFindings, verify } from "../../ledger/verify/verify.ts";
import type { Effect } from "./commands.ts";
import type { SentCommand } from "./sender.ts";

/** More than a round ever appends. */
const round_events_max = 1_000_000;

/** Reads only the events after the last round, so a check takes only as long as the round was. */
export class LedgerCheck {
  readonly #chain = new Chain();
  /** Commands of all rounds so far, by their outcome. */
  readonly #written = new Set<string>();
  readonly #refused = new Set<string>();

  /** The last event that was checked. */
  get position(): number {
    return this.#chain.position;
  }

  /**
   * @returns what is wrong. "lost: " an acknowledged command that is not in the log as it was acknowledged; "doubled: " one
   * that is in the log twice, or although it was refused; "broken: " wrong hashes, positions and sums
   */
  async checkRound(client: pg.Client, commands: readonly SentCommand[]): Promise<string[]> {
    return inTransaction(client, "repeatable read", async () => {
      const broken = await this.#checkLastEvent(client);
      const events = await this.#readNew(client, broken);
      broken.push(...(await brokenBooks(client)));
      const doubled = this.#doubled(events, commands);
      const lost = await lostOf(client, events, commands);
      return [
        ...lost.map((what) => `lost: ${what}`),
        ...doubled.map((what) => `doubled: ${what}`),
        ...broken.map((what) => `broken: ${what}`),
      ];
    });
  }

  /** The whole log from its first event, and every projection. */
  async checkWholeLog(client: pg.Client): Promise<string[]> {
    const { findings } = await verify(client);
    return findings.map((finding) => `verify: ${JSON.stringify(finding)}`);
  }

  /** The last event of the round before must still be there. A standby that lacks it would have a different log. */
  async #checkLastEvent(client: pg.Client): Promise<string[]> {
    const { position, hash } = this.#chain;
    if (position === 0) return [];
    const { rows } = await client.query<{ hash: string }>(
      "select encode(hash, 'hex') as hash from ledger.event where position = $1",
      [position],
    );
    const found = rows[0]?.hash ?? "none";
    return found === hash ? [] : [`position ${position} had the hash ${hash} and now has ${found}`];
  }

  async #readNew(client: pg.Client, broken: string[]): Promise<LedgerEvent[]> {
    const part = { after: this.#chain.position, events_max: round_events_max };
    const events: LedgerEvent[] = [];
    for await (const rows of readLog(client, usualBatch_rows, part)) {
      for (const row of rows) {
        const event = parseRow(row);
        if (typeof event === "string") {
          broken.push(`position ${row[0]}: ${event}`);
          continue;
        }
        const differences = [...this.#chain.next(event, row[13]), ...dataDifferences(event, row[4])];
        if (differences.length > 0) broken.push(`position ${row[0]}: ${JSON.stringify(differences)}`);
        events.push(event);
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
      if (this.#refused.has(id)) faults.push(`${id} was refused but wrote ${type} at ${position}`);
      if (isSameCommand) continue;
      if (this.#written.has(id)) faults.push(`${id} wrote ${type} again at ${position}`);
      this.#written.add(id);
    }
    return faults;
  }
}

async function lostOf(
  client: pg.Client,
  events: readonly LedgerEvent[],
  commands: readonly SentCommand[],
): Promise<string[]> {
  const byCommand = Map.groupBy(events, ({ command_id }) => command_id);
  const { rows } = await client.query<{ id: string; events: number }>(
    "select id, events from ledger.command where id = any ($1::uuid[])",
    [commands.map(({ commandId }) => commandId)],
  );
  const known = new Map(rows.map((row) => [row.id, row.events]));
  return commands.flatMap((command) => {
    const written = byCommand.get(command.commandId) ?? [];
    const kept = known.get(command.commandId) ?? 0;
    if (kept !== written.length)
      return [`${nameOf(command)}: ledger.command says ${kept} events, the log has ${written.length}`];
    if (!command.effect) return [];
    const difference = differenceFrom(command.effect, written);
    return difference === undefined ? [] : [`${nameOf(command)}: ${difference}`];
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

function nameOf({ key, what, commandId }: SentCommand): string {
  return `${what} under the key ${key} (command ${commandId})`;
}

/** Balances and positions that do not follow from the log. */
async function brokenBooks(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ what: string }>(`
    select format('wallet %s holds %s, its events sum to %s', w.user_id, w.balance, coalesce(e.sum, 0)) as what
      from ledger.wallet w
      left join (select wallet, sum(amount) as sum from ledger.event where wallet is not null group by wallet) e
        on e.wallet = w.user_id
      where w.balance <> coalesce(e.sum, 0) or w.balance < 0
    union all
    select format('%s holds %s, its events sum to %s', h.name, h.balance, -coalesce(e.sum, 0))
      from ledger.house_account h
      left join (select counterparty, sum(amount) as sum from ledger.event where wallet is not null
        group by counterparty) e on e.counterparty = h.name
      where h.balance <> -coalesce(e.sum, 0)
    union all
    select format('%s events up to position %s', count(*), max(position)) from ledger.event
      having count(*) <> coalesce(max(position), 0)`);
  const sums = await sumFindings(client);
  return [...rows.map(({ what }) => what), ...sums.map((finding) => JSON.stringify(finding))];
}
