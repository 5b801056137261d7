import { startThrowawayPostgres } from "../postgres/throwaway.ts";
import { makeLoginCheap } from "./cheap-login.ts";
import { request } from "node:http";
import { homedir } from "node:os";
import { join } from "node:path";

type TestServer = { url: string; stop(): Promise<void> };

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
  const server = await startThrowawayPostgres(() => {}, "memory");
  await makeLoginCheap(server.url, server.url);
  return server;
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

/** The DOCKER_HOST of a Docker engine that answers, or undefined. Each has 800 ms to answer, because a socket that
 *  accepts and never answers would hang testcontainers permanently. */
export async function findDockerEngine(env: NodeJS.ProcessEnv = process.env): Promise<string | undefined> {
  for (const host of candidates(env)) {
    if (await answers(host)) return host;
  }
  return undefined;
}

const ping_ms = 800;

function candidates(env: NodeJS.ProcessEnv): string[] {
  // If DOCKER_HOST names an engine, only that one is used.
  if (env["DOCKER_HOST"]) return [env["DOCKER_HOST"]];
  const runtime = env["XDG_RUNTIME_DIR"];
  const sockets = ["/var/run/docker.sock", join(homedir(), ".docker/run/docker.sock")];
  if (runtime) sockets.push(join(runtime, "docker.sock"), join(runtime, "podman/podman.sock"));
  return sockets.map((socket) => `unix://${socket}`);
}

function answers(host: string): Promise<boolean> {
  const url = URL.parse(host);
  if (url === null || !["unix:", "tcp:", "http:"].includes(url.protocol)) return Promise.resolve(false);
  const where =
    url.protocol === "unix:" ? { socketPath: url.pathname } : { host: url.hostname, port: url.port };
  return new Promise((resolve) => {
    const call = request({ ...where, path: "/_ping", signal: AbortSignal.timeout(ping_ms) }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    call.on("error", () => resolve(false));
    call.end();
  });
}
