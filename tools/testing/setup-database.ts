import type { TestProject } from "vitest/node";
import { thisRun } from "./setup-run.ts";
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
  const server = await startTestServer((line) => console.log(line));
  try {
    const template = await createTemplate(server.url, thisRun().clockAhead_ms);
    return { databases: template.databases, stop: () => template.close().finally(() => server.stop()) };
  } catch (error) {
    await server.stop();
    throw error;
  }
}
