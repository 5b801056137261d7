/** Starts a server of the shop in its own process, and asks it for its CPU time, its memory and its commits. */
import type { ServerOptions } from "../api/server.ts";
import { Child } from "./child.ts";
import type { ServerSettings } from "./server-process.ts";

export type LabSettings = Partial<ServerSettings> & Pick<ServerSettings, "databaseUrl" | "sessionSecret">;

export interface Memory {
  heap_bytes: number;
  rss_bytes: number;
}

export const serverScript = new URL("server-process.ts", import.meta.url);

/** What the servers of the lab have in common. */
export function settingsOf(more: LabSettings): ServerSettings {
  const usual: Omit<ServerOptions, "databaseUrl" | "sessionSecret"> = {
    host: "127.0.0.1",
    port: 0,
    shopName: "Cedibook",
    publicUrl: "http://localhost",
    logLevel: "warn",
  };
  return { ...usual, ...more };
}

export class ServerChild {
  readonly child: Child;
  /** The time of each reported commit, in ms since 1970, by the position of its head; in the order of commits. */
  readonly commits = new Map<number, number>();
  url = "";
  routes: string[] = [];

  private constructor() {
    this.child = new Child(serverScript, {
      onTold: ({ position, at_ms }: { position: number; at_ms: number }) => this.commits.set(position, at_ms),
    });
  }

  static async start(settings: LabSettings): Promise<ServerChild> {
    const server = new ServerChild();
    return Object.assign(server, await server.child.ask<object>("start", settingsOf(settings)));
  }

  cpu_us(): Promise<number> {
    return this.child.ask("cpu_us");
  }

  /** The highest memory since the last call. */
  peak_bytes(): Promise<number> {
    return this.child.ask("peak_bytes");
  }

  /** After a garbage collection. */
  memory(): Promise<Memory> {
    return this.child.ask("memory");
  }

  /** Forgets the commits so far, and reports those from now on, or no more. */
  async reportCommits(isReporting: boolean): Promise<void> {
    if (isReporting) this.commits.clear();
    await this.child.ask("reportCommits", isReporting);
  }

  /** When the commit that contains a position was reported, in ms since 1970; NaN if none was. */
  committedAt(position: number): number {
    for (const [head, at_ms] of this.commits) if (head >= position) return at_ms;
    return Number.NaN;
  }

  async close(): Promise<void> {
    await this.child.ask("close");
    await this.child.kill();
  }
}
