import { setTimeout as sleep } from "node:timers/promises";
import type { TestProject } from "vitest/node";
import { untilSafeStart_ms } from "./midnight.ts";
import { createTemplate, type TestDatabases } from "./template-database.ts";
import { startTestServer } from "./test-server.ts";

/** Global setup of the tests that need Postgres. vitest loads this file once for each project, and the projects share
 *  one server through globalThis. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const shared = (holder.cedibookTestRun ??= { users: 0, run: startRun() });
  shared.users += 1;
  const { databases } = await shared.run;
  project.provide("testDatabases", databases);
  return async () => {
    shared.users -= 1;
    if (shared.users > 0) return;
    delete holder.cedibookTestRun;
    await (await shared.run).stop();
  };
}

type Run = { databases: TestDatabases; stop(): Promise<void> };

const holder = globalThis as { cedibookTestRun?: { users: number; run: Promise<Run> } };

async function startRun(): Promise<Run> {
  const wait_ms = untilSafeStart_ms(Date.now());
  if (wait_ms > 0) {
    console.log(`Waiting ${Math.ceil(wait_ms / 1000)} s for midnight UTC, because all sessions end then.`);
    await sleep(wait_ms);
  }
  const server = await startTestServer((line) => console.log(line));
  try {
    const template = await createTemplate(server.url);
    return { databases: template.databases, stop: () => template.close().finally(() => server.stop()) };
  } catch (error) {
    await server.stop();
    throw error;
  }
}
