/** What every handler works with. */
import type { Logger } from "pino";
import type { Database } from "#ledger/store/read/database.ts";
import type { Writer } from "#ledger/store/write/writer.ts";
import type { KeyRequests } from "./auth/key-requests.ts";
import type { Principal, Principals } from "./auth/principals.ts";
import type { BackgroundTasks } from "./background/background-tasks.ts";
import type { Messages } from "./messages/messages.ts";
import type { Metrics } from "./http/metrics.ts";
import type { Readiness } from "./http/readiness.ts";
import type { Secrets } from "./auth/secrets.ts";

export interface Shop {
  db: Database;
  writer: Writer;
  secrets: Secrets;
  principals: Principals;
  keyRequests: KeyRequests;
  metrics: Metrics;
  readiness: Readiness;
  /** Whoever has it may read the metrics; undefined: this machine alone. */
  metricsToken: string | undefined;
  /** True once somebody asked the server to stop. */
  isLeaving(): boolean;
  log: Logger;
  backgroundTasks: BackgroundTasks;
  name: string;
  /** How many proxies of our own stand in front. */
  proxies: number;
  /** Where the page is, without a slash at the end. */
  publicUrl: string;
  messages: Messages;
  /** Position up to which the log was followed: every read is at least as new. */
  position(): number;
}

/** Gets a link to the person it is for. */
export type SendPasswordReset = (mail: { email: string; link: string }) => Promise<void>;

/** Hono's variables. */
export interface Variables {
  requestId: string;
  principal: Principal;
  /** The operation's path, as the contract writes it. */
  route: string;
}

export interface Env {
  Variables: Variables;
}
