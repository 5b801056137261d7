/** What every handler works with. */
import type { Logger } from "pino";
import type { Database } from "#ledger/store/reads/database.ts";
import type { Writer } from "#ledger/store/writer.ts";
import type { Principal, Principals } from "./auth/principals.ts";
import type { Secrets } from "./secrets.ts";

export interface Shop {
  db: Database;
  writer: Writer;
  secrets: Secrets;
  principals: Principals;
  log: Logger;
  name: string;
  /** Where people reach it: "shop.example", with the port where there is one. */
  publicHost: string | undefined;
  /** Position up to which the log was followed: every read is at least as new. */
  position(): number;
}

/** Hono's variables. */
export interface Variables {
  requestId: string;
  principal: Principal;
}

export interface Env {
  Variables: Variables;
}
