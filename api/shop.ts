/** The context of every handler. */
import type { Logger } from "pino";
import type { Database } from "#ledger/store/read/database.ts";
import type { LogMark } from "#ledger/store/follow.ts";
import type { Writer } from "#ledger/store/write/writer.ts";
import type { ClientAddresses } from "./serve/client-address.ts";
import type { KeyRequests } from "./serve/key-requests.ts";
import type { Principal, Principals } from "./serve/principals.ts";
import type { BackgroundTasks } from "./serve/background-tasks.ts";
import type { Messages } from "./messages/messages.ts";
import type { Rail } from "./rails/rail.ts";
import type { PaymentLimits } from "./payments/settings.ts";
import type { Metrics } from "./serve/metrics.ts";
import type { Readiness } from "./serve/readiness.ts";
import type { SecurityEvents } from "./serve/security-events.ts";
import type { Secrets } from "./serve/secrets.ts";

export interface Shop {
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
  messages: Messages;
  /** All that there are, also those that are off. */
  rails: readonly Rail[];
  paymentLimits: PaymentLimits;
  isPlayMoney: boolean;
  /** Whether this process makes backups by itself. */
  makesBackups: boolean;
  /** How far this process has followed the log. Every read is at least as new. */
  at(): LogMark;
}

/** Sends the link of a password reset to its user. */
export type SendPasswordReset = (mail: { email: string; link: string }) => Promise<void>;

/** Variables of Hono's context. */
export interface Variables {
  requestId: string;
  principal: Principal;
  /** The counter of the API key that was sent. */
  keyCounter?: number;
  /** The operation's path as in the contract. */
  route: string;
}

export interface Env {
  Variables: Variables;
}
