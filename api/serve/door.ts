/** What it takes to let a request in, to record its command, and to answer it. */
import type { Logger } from "pino";
import type { Database } from "#ledger/tables/open-reads.ts";
import type { LogMark } from "#ledger/log/follow.ts";
import type { Writer } from "#ledger/log/writer.ts";
import type { BackgroundTasks } from "./tasks.ts";
import type { ClientAddresses } from "./client-address.ts";
import type { KeyRequests } from "./attempts.ts";
import type { Metrics } from "./metrics.ts";
import type { Principals } from "./principals.ts";
import type { Readiness } from "./readiness.ts";
import type { Secrets } from "./secrets.ts";
import type { SecurityEvents } from "./security-events.ts";

export interface Door {
  db: Database;
  writer: Writer;
  secrets: Secrets;
  security: SecurityEvents;
  principals: Principals;
  keyRequests: KeyRequests;
  metrics: Metrics;
  readiness: Readiness;
  /** Clients with this token may read the metrics. Undefined: only this machine may. */
  metricsToken: string | undefined;
  /** True after the server was asked to stop. */
  isLeaving(): boolean;
  log: Logger;
  backgroundTasks: BackgroundTasks;
  name: string;
  /** How many proxies of our own are in front. */
  proxies: number;
  addresses: ClientAddresses;
  /** The address of the page, without a slash at the end. */
  publicUrl: string;
  messages: {
    /** Tells every admin that this one uses their rights after a change of how they sign in, once for each change. */
    tellFirstUse(user: string): Promise<void>;
  };
  /** How far this process has followed the log. Every read is at least as new. */
  at(): LogMark;
}
