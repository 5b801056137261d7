/** What a test sends for each operation. */
import type { operations } from "#contract/operations.ts";
import type { TestUser } from "./test-shop.ts";

export type OperationId = keyof typeof operations;

export interface Cast {
  actor: TestUser;
  /** Signed in and not banned. */
  target: TestUser;
}

interface Request {
  path: string;
  body?: unknown;
}

export type ValidRequests = Record<OperationId, (cast: Cast) => Request | Promise<Request>>;

export type SomeRequests = Partial<ValidRequests>;
