import type { ChangeRecord } from "#contract/audit.ts";
import type { ErrorAnswer } from "#contract/errors.ts";
import { refreshHeader } from "#contract/refresh-header.ts";
import { ApiError, isCode, noAnswer, unreadable } from "./api-error.ts";
import { keepLogName } from "./log-names.ts";
import { forgetSession, getSession, keepSession, rereadSession } from "./session.ts";
import { askStepUp } from "./step-up.ts";
import type { SessionRecord } from "#contract/sessions.ts";

const timeout_ms = 20_000;

interface CallOptions {
  body?: unknown;
  /** False for calls that need no session. */
  signedIn?: boolean;
  /** Used instead of the session's token, which may already be gone. */
  token?: string | undefined;
  idempotencyKey?: string;
  /** What it changes, shown if the server wants to know again who the user is. Never secrets. */
  changes?: readonly ChangeRecord[] | undefined;
  signal?: AbortSignal;
}

/**
 * Calls the API. If the server wants to know again who the user is, the page asks them, and the call is repeated as it was.
 * What is only read, perhaps in the background, does not ask.
 */
export async function call<T>(method: string, path: string, options: CallOptions = {}): Promise<Answer<T>> {
  try {
    return await callOnce<T>(method, path, options);
  } catch (error) {
    if (method === "GET" || !isStepUpNeeded(error) || !(await askStepUp(options.changes))) throw error;
    return call<T>(method, path, options);
  }
}

export function isStepUpNeeded(error: unknown): boolean {
  return isCode(error, "step_up_needed");
}

/** A 401 leads to exactly one refresh and one retry. */
async function callOnce<T>(method: string, path: string, options: CallOptions): Promise<Answer<T>> {
  const early = method === "GET" ? takeEmbedded<T>(path) : undefined;
  if (early !== undefined) return early;
  const signedIn = options.signedIn ?? true;
  const token = options.token ?? (signedIn ? getSession()?.token : undefined);
  const response = await send(method, path, { ...options, token });
  if (response.status !== 401 || token === undefined) return read<T>(response, token);
  const renewed = await refreshSession(token);
  return read<T>(
    renewed === null ? response : await send(method, path, { ...options, token: renewed }),
    token,
  );
}

export async function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  return (await call<T>("GET", path, signal === undefined ? {} : { signal })).data;
}

export async function post<T>(path: string, body: unknown, options: CallOptions = {}): Promise<T> {
  return (await call<T>("POST", path, { ...options, body })).data;
}

export async function put<T>(path: string, body: unknown, options: CallOptions = {}): Promise<T> {
  return (await call<T>("PUT", path, { ...options, body })).data;
}

export async function del<T>(path: string, options: CallOptions = {}): Promise<T> {
  return (await call<T>("DELETE", path, options)).data;
}

async function send(method: string, path: string, options: CallOptions): Promise<Response> {
  const { token } = options;
  options.signal?.throwIfAborted();
  const headers = new Headers({ accept: "application/json", [refreshHeader.name]: refreshHeader.cookie });
  if (options.body !== undefined) headers.set("content-type", "application/json");
  if (token !== undefined) headers.set("authorization", `Bearer ${token}`);
  if (options.idempotencyKey !== undefined) headers.set("idempotency-key", options.idempotencyKey);
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), timeout_ms);
  const cancel = () => abort.abort(options.signal?.reason);
  options.signal?.addEventListener("abort", cancel);
  try {
    const init: RequestInit = { method, headers, signal: abort.signal };
    if (options.body !== undefined) init.body = JSON.stringify(options.body);
    return await fetch(`/api${path}`, init);
  } catch (error) {
    if (options.signal?.aborted === true) throw error;
    throw noAnswer(
      abort.signal.aborted
        ? "The server did not answer in time."
        : "No connection. Please check your network.",
    );
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener("abort", cancel);
  }
}

async function read<T>(response: Response, token: string | undefined): Promise<Answer<T>> {
  const text = await response.text().catch(() => {
    throw noAnswer("The connection was lost.");
  });
  const data = parse(text);
  if (response.ok) {
    const position = Number(response.headers.get("x-position") ?? 0);
    keepLogName(position, response.headers.get("x-log"));
    return { data: data as T, position };
  }
  const error = new ApiError(response.status, asErrorAnswer(data, response.status));
  // Signs a banned user out at once, even if the feed was not connected and could not report it.
  if (error.answer.code === "actor_banned" && token !== undefined) forgetSession("banned");
  const session = getSession();
  if (error.answer.code === "second_factor_required" && session !== null)
    keepSession({ ...session, lacksFactor: true });
  throw error;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A proxy may answer with something other than the API's error shape. */
function asErrorAnswer(data: unknown, status: number): ErrorAnswer {
  if (typeof data === "object" && data !== null && "message" in data) return data as ErrorAnswer;
  return {
    message: `The server could not answer (${status}). Please try again.`,
    code: unreadable,
    requestId: "",
  };
}

let inFlight: Promise<string | null> | undefined;

/**
 * Returns a new access token in place of `spent`, or null if the session is over. Only one refresh runs at a time
 * across all tabs: refresh tokens rotate, and using one twice ends the session. Throws if there is no answer; the
 * session then stays.
 */
function refreshSession(spent: string): Promise<string | null> {
  inFlight ??= exclusively((isSecond) => renew(spent, isSecond)).finally(() => {
    inFlight = undefined;
  });
  return inFlight;
}

async function renew(spent: string, isSecond: boolean): Promise<string | null> {
  if (isSecond) await arrival(spent);
  const session = rereadSession();
  if (session === null) return null;
  if (session.token !== spent) return session.token;
  try {
    // The refresh token is in a cookie. A session that the page's earlier version opened still has it.
    const body = { token: session.refreshToken };
    const { data } = await call<SessionRecord>("POST", "/auth/refresh-token", { body, signedIn: false });
    keepSession(data);
    return data.token;
  } catch (error) {
    if (!(error instanceof ApiError) || error.isOutcomeUnknown || error.status === 429) throw error;
    forgetSession(error.answer.code === "actor_banned" ? "banned" : "ended");
    return null;
  }
}

const arrival_ms = 1000;

/** A session stored by another tab may become visible here shortly after that tab's lock is released. */
function arrival(spent: string): Promise<void> | undefined {
  if (rereadSession()?.token !== spent) return undefined;
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener("storage", done);
      resolve();
    };
    const timer = setTimeout(done, arrival_ms);
    addEventListener("storage", done);
  });
}

/** Web Locks exist only on https and localhost. Elsewhere the server's grace of 10 s covers two tabs. */
async function exclusively(work: (isSecond: boolean) => Promise<string | null>): Promise<string | null> {
  const locks = (navigator as Partial<Navigator>).locks;
  if (locks === undefined) return work(false);
  let isFree = true;
  const first = await locks.request("cedibook-refresh", { ifAvailable: true }, (lock) => {
    isFree = lock !== null;
    return isFree ? work(false) : null;
  });
  return isFree ? first : locks.request("cedibook-refresh", () => work(true));
}

/** The answer's data, and the log position that its rows are at least as new as. */
interface Answer<T> {
  data: T;
  position: number;
}

/** What the server has embedded in the document (api/page/page.ts): the answers that the page needs first. */
interface Embedded {
  position: number;
  /** By the path of the call. */
  answers: Record<string, unknown>;
}

let embedded: Embedded | undefined;

/** Takes an answer that came with the document. Only once: later it may be outdated. */
function takeEmbedded<T>(path: string): Answer<T> | undefined {
  embedded ??= readEmbedded();
  const { position, answers } = embedded;
  const data = answers[path];
  if (data === undefined) return undefined;
  delete answers[path];
  return { data: data as T, position };
}

function readEmbedded(): Embedded {
  const answers = (readBlock("embedded") ?? {}) as Embedded["answers"];
  const position = Number(readBlock("embedded-position") ?? 0);
  const log = readBlock("embedded-log");
  keepLogName(position, typeof log === "string" ? log : null);
  return { position, answers };
}

/** The storm's worker and the unit tests have no document. */
function readBlock(id: string): unknown {
  const text = globalThis.document?.getElementById(id)?.textContent ?? "";
  return text === "" ? undefined : JSON.parse(text);
}
