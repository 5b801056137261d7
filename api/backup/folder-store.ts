import { createReadStream } from "node:fs";
import { mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { BackupStore } from "./store.ts";

const part = ".part";

export class FolderStore implements BackupStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async put(name: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const file = join(this.#folder, name);
    const output = await open(`${file}${part}`, "w", 0o600);
    try {
      for await (const chunk of chunks) await output.writeFile(chunk);
      await output.sync();
    } catch (error) {
      await rm(`${file}${part}`, { force: true });
      throw error;
    } finally {
      await output.close();
    }
    await rename(`${file}${part}`, file);
    await this.#sync();
  }

  get(name: string): AsyncIterable<Uint8Array> {
    return createReadStream(join(this.#folder, name), { highWaterMark: 1024 * 1024 });
  }

  async list(): Promise<string[]> {
    return (await readdir(this.#folder)).filter((name) => !name.endsWith(part));
  }

  async remove(name: string): Promise<void> {
    await rm(join(this.#folder, name), { force: true });
  }

  /** The new name itself must survive a power cut. Windows cannot sync a folder. */
  async #sync(): Promise<void> {
    const folder = await open(this.#folder, "r").catch(() => undefined);
    await folder?.sync().catch(() => undefined);
    await folder?.close();
  }
}
