import { appendFile, readFile, writeFile } from "node:fs/promises";
import { totalmem } from "node:os";
import { join } from "node:path";

/** `durable` is for data that is worth something; `throwaway` for tests, whose data need not survive a power cut
 *  (kill -9 of the server they do survive: the operating system has the pages). */
export type Profile = "durable" | "throwaway";

const file = "cedibook.conf";

/** Rewritten at each start; what somebody sets in postgresql.conf below the include line wins. */
export async function writeSettings(cluster: string, port: number, profile: Profile): Promise<void> {
  const lines = Object.entries(settings(port, profile)).map(([name, value]) => `${name} = ${value}`);
  await writeFile(join(cluster, file), `${lines.join("\n")}\n`);
  const main = join(cluster, "postgresql.conf");
  if (!(await readFile(main, "utf8")).includes(file))
    await appendFile(main, `\ninclude_if_exists '${file}'\n`);
}

/** The port of the last start, so that psql commands in somebody's history go on working. */
export async function storedPort(cluster: string): Promise<number | undefined> {
  const text = await readFile(join(cluster, file), "utf8").catch(() => "");
  const port = /^port = (\d+)$/m.exec(text)?.[1];
  return port === undefined ? undefined : Number(port);
}

function settings(port: number, profile: Profile): Record<string, string> {
  const common = {
    port: String(port),
    listen_addresses: "'127.0.0.1'",
    // A socket's path has a length limit that a deep data folder breaks.
    unix_socket_directories: "''",
    max_connections: "200",
    synchronous_commit: "on",
    timezone: "'UTC'",
    log_timezone: "'UTC'",
    log_min_messages: "warning",
    // lz4 is not built into these binaries, and pglz costs more time than it saves on a local disk.
    wal_compression: "off",
  };
  if (profile === "throwaway") {
    return {
      ...common,
      // Each test file has some twenty, and there are as many at once as cores.
      max_connections: "500",
      shared_buffers: "128MB",
      fsync: "off",
      full_page_writes: "off",
      max_wal_size: "1GB",
    };
  }
  return {
    ...common,
    shared_buffers: `${sharedBuffers_mib()}MB`,
    fsync: "on",
    max_wal_size: "2GB",
    checkpoint_timeout: "'15min'",
  };
}

/**
 * An eighth of the machine's memory, 128 MB to 2 GB: a long log's indexes are written all over, and each page that has
 * left the buffers costs a read and, sooner, a write.
 */
function sharedBuffers_mib(): number {
  return Math.min(2048, Math.max(128, Math.floor(totalmem() / 2 ** 20 / 8)));
}
