import type { Principal } from "./principals.ts";

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
