import { request } from "node:http";
import { homedir } from "node:os";
import { join } from "node:path";

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
