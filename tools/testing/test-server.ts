import { startThrowawayPostgres } from "../postgres/throwaway.ts";
import { findDockerEngine } from "./docker-engine.ts";

export type TestServer = { url: string; stop(): Promise<void> };

/** A PostgreSQL for tests: the one in TEST_DATABASE_URL, else a container, else the embedded one. */
export async function startTestServer(log: (line: string) => void): Promise<TestServer> {
  const given = process.env["TEST_DATABASE_URL"];
  if (given) {
    log(`Test databases: on the server of TEST_DATABASE_URL.`);
    return { url: given, stop: async () => {} };
  }
  const engine = await findDockerEngine();
  if (engine !== undefined) {
    try {
      return await startContainer(engine, log);
    } catch (error) {
      log(`A container engine answers at ${engine}, but no PostgreSQL came of it: ${String(error)}`);
    }
  }
  log("Test databases: on an embedded PostgreSQL in a temporary folder.");
  // Each file of tests clones a database of some 900 files. On some disks that takes half a second of a core.
  return startThrowawayPostgres(() => {}, "memory");
}

async function startContainer(engine: string, log: (line: string) => void): Promise<TestServer> {
  process.env["DOCKER_HOST"] = engine;
  // Imported only here: it loads slowly and is useless without an engine.
  const { GenericContainer, Wait } = await import("testcontainers");
  const container = await new GenericContainer("postgres:18-alpine")
    .withEnvironment({ POSTGRES_PASSWORD: "test" })
    .withTmpFs({ "/var/lib/postgresql": "rw" })
    .withCommand(["postgres", "-c", "fsync=off", "-c", "max_connections=500"])
    .withExposedPorts(5432)
    // The image starts the server twice. The second one keeps running.
    .withWaitStrategy(Wait.forLogMessage(/ready to accept connections/, 2))
    .withStartupTimeout(60_000)
    .start();
  log("Test databases: on PostgreSQL 18 in a container.");
  const url = `postgres://postgres:test@${container.getHost()}:${container.getMappedPort(5432)}/postgres`;
  return { url, stop: async () => void (await container.stop()) };
}
