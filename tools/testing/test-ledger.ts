/** A ledger with its own database and no server, for tests of what is below the API. */
import type { Pool } from "pg";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import type { LedgerEvent } from "#ledger/core/events.ts";
import { createPool } from "#ledger/connect/connect.ts";
import type { DatabaseClient } from "#ledger/connect/database-client.ts";
import { type Database, openReads } from "#ledger/tables/open-reads.ts";
import type { CommandType, Intents } from "#ledger/decide/command.ts";
import { accepted, command, purchaseBy } from "#ledger/log/testing/shop.ts";
import { Writer } from "#ledger/log/writer.ts";
import { connect, createTestDatabase, type TestDatabase } from "./database.ts";

export class TestLedger {
  database!: TestDatabase;
  /** Connected with the owner's role, which may change what the writer has written. */
  owner!: DatabaseClient;
  pool!: Pool;
  db!: Database;
  writer!: Writer;

  async open(of?: TestDatabase): Promise<void> {
    this.database = await createTestDatabase(of);
    this.owner = await connect(this.database.ownerUrl);
    this.pool = createPool(this.database.apiUrl, 2);
    this.db = openReads(this.pool);
    this.writer = new Writer({ url: this.database.apiUrl });
  }

  /** Submits a command that must be accepted. */
  run<T extends CommandType>(type: T, intent: Intents[T], actor?: string): Promise<LedgerEvent[]> {
    return accepted(this.writer, command(type, intent, actor));
  }

  /** Places an order for the first offer, or another one, which must be accepted. */
  buy(user: string, offer?: string): Promise<LedgerEvent[]> {
    return accepted(this.writer, purchaseBy(user, offer));
  }

  async close(): Promise<void> {
    await this.writer.close();
    await this.pool.end();
    await this.owner.end();
    await this.database.drop();
  }
}

/** One ledger for all tests of a file. */
export function openTestLedger(): TestLedger {
  const ledger = new TestLedger();
  beforeAll(() => ledger.open());
  afterAll(() => ledger.close());
  return ledger;
}

/** A new ledger for each test of a file, empty or with what this database has. */
export function openLedgerPerTest(of?: () => Promise<TestDatabase>): TestLedger {
  const ledger = new TestLedger();
  beforeEach(async () => ledger.open(await of?.()));
  afterEach(() => ledger.close());
  return ledger;
}
