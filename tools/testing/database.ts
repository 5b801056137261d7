import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { asApiRole, withDatabase } from "../database-url.ts";
import type { TestDatabases } from "./template-database.ts";

declare module "vitest" {
  interface ProvidedContext {
    testDatabases: TestDatabases;
  }
}

export type TestDatabase = {
  /** As the owner, who migrates. */
  ownerUrl: string;
  /** As the role cedibook_api, under which the API runs. */
  apiUrl: string;
  drop(): Promise<void>;
};

/** A migrated database of this test file's own, cloned from the template in some 25 ms. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { serverUrl, template, prefix } = inject("testDatabases");
  const name = `${prefix}${randomBytes(6).toString("hex")}`;
  await onServer(serverUrl, `create database ${name} template ${template}`);
  const ownerUrl = withDatabase(serverUrl, name);
  return {
    ownerUrl,
    apiUrl: asApiRole(ownerUrl),
    drop: () => onServer(serverUrl, `drop database if exists ${name} with (force)`),
  };
}

async function onServer(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
