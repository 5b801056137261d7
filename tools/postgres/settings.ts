import { appendFile, readFile, writeFile } from "node:fs/promises";
import { totalmem } from "node:os";
import { join } from "node:path";

/** `throwaway` is for tests, whose data need not survive a power failure. They do survive a kill -9 of the server, because
 *  the operating system has the pages. */
export type Profile = "durable" | "throwaway";

const file = "cedibook.conf";

/** Writes the settings at each start. Settings in postgresql.conf below the include line take precedence. */
export async function writeSettings(cluster: string, port: number, profile: Profile): Promise<void> {
  const lines = Object.entries(settings(port, profile)).map(([name, value]) => `${name} = ${value}`);
  await writeFile(join(cluster, file), `${lines.join("\n")}\n`);
  const main = join(cluster, "postgresql.conf");
  if (!(await readFile(main, "utf8")).includes(file))
    await appendFile(main, `\ninclude_if_exists '${file}'\n`);
}

/** The port of the last start. It is used again, so that earlier psql commands still work. */
export async function storedPort(cluster: string): Promise<number | undefined> {
  const text = await readFile(join(cluster, file), "utf8").catch(() => "");
  const port = /^port = (\d+)$/m.exec(text)?.[1];
  return port === undefined ? undefined : Number(port);
}

function settings(port: number, profile: Profile): Record<string, string> {
  const common = {
    port: String(port),
    listen_addresses: "'127.0.0.1'",
    // No sockets: their paths have a length limit, which a deep data folder would exceed.
    unix_socket_directories: "''",
    max_connections: "200",
    synchronous_commit: "on",
    timezone: "'UTC'",
    log_timezone: "'UTC'",
    log_min_messages: "warning",
    // These binaries are built without lz4, and pglz costs more time than it saves on a local disk.
    wal_compression: "off",
  };
  if (profile === "throwaway") {
    return {
      ...common,
      // Each test file uses about twenty connections, and one test file runs on each core.
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
 * An eighth of the machine's memory, from 128 MB to 2 GB. Inserts change pages all over a long log's indexes, and each page
 * that no longer fits into the buffers costs a write and another read.
 */
function sharedBuffers_mib(): number {
  return Math.min(2048, Math.max(128, Math.floor(totalmem() / 2 ** 20 / 8)));
}
