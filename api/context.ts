/** What every handler works with. */
import type { Logger } from "pino";
import type { Database } from "#ledger/store/reads/database.ts";
import type { Writer } from "#ledger/store/writer.ts";
import type { Principal, Principals } from "./auth/principals.ts";
import type { Background } from "./background.ts";
import type { Secrets } from "./secrets.ts";

export interface Shop {
  db: Database;
  writer: Writer;
  secrets: Secrets;
  principals: Principals;
  log: Logger;
  background: Background;
  name: string;
  /** Where the page is, without a slash at the end. */
  publicUrl: string;
  sendPasswordReset?: SendPasswordReset | undefined;
  /** Position up to which the log was followed: every read is at least as new. */
  position(): number;
}

/** Gets a link to the person it is for. */
export type SendPasswordReset = (mail: { email: string; link: string }) => Promise<void>;

/** Hono's variables. */
export interface Variables {
  requestId: string;
  principal: Principal;
}

export interface Env {
  Variables: Variables;
}
