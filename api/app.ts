/** The HTTP app: middleware, routes under /api, and the page. */
import { randomUUID } from "node:crypto";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { secureHeaders } from "hono/secure-headers";
import { getPath } from "hono/utils/url";
import { isDatabaseAway, LedgerUnavailable } from "#ledger/connect/errors.ts";
import { limits } from "#contract/terms/limits.ts";
import { texts } from "#contract/terms/texts.ts";
import type { Env } from "./serve/env.ts";
import type { Shop } from "./shop.ts";
import type { ErrorAnswer, RefusalCode } from "#contract/errors.ts";
import type { Operation } from "#contract/operation.ts";
import { operations } from "#contract/operations.ts";
import { byKey, type Principal } from "./serve/principals.ts";
import { docsPolicy, type Policy } from "./serve/docs/page.ts";
import { ApiError } from "./serve/errors.ts";
import { markOf } from "./serve/other-log.ts";
import { type Live, liveRoutes } from "./live/endpoint.ts";
import type { Hub } from "./live/hub.ts";
import type { Presence } from "./live/presence.ts";
import { page, scriptHashes } from "./page/page.ts";
import { accountRoutes } from "./users/account.ts";
import { approvalRoutes } from "./approvals/routes.ts";
import { auditRoutes } from "./books/audit.ts";
import { closingRoutes } from "./reports/closing.ts";
import { commandRoutes, orderRoutes } from "./orders/routes.ts";
import { guestOrderRoutes } from "./guest-orders/routes.ts";
import { messageRoutes, pushRoutes } from "./messages/routes.ts";
import { momoStatementRoutes } from "./payments/momo-statement.ts";
import { moveInRoutes } from "./move-in/routes.ts";
import { orderListRoutes } from "./orders/list.ts";
import { ownDataRoutes } from "./personal-data/routes.ts";
import { ownSessionRoutes, ticketRoutes } from "./sign-in/own-sessions.ts";
import { passwordChangeRoutes } from "./sign-in/password-change.ts";
import { paymentRoutes } from "./payments/routes.ts";
import { claimRoutes } from "./payments/claim-routes.ts";
import { withdrawalRoutes } from "./withdrawals/routes.ts";
import { phoneRoutes } from "./payments/phone-routes.ts";
import { promptRoutes } from "./payments/prompt-routes.ts";
import { productRoutes } from "./products/routes.ts";
import { purchaseRoutes } from "./orders/purchases.ts";
import { proofRoutes } from "./sign-in/proofs.ts";
import { receiptRoutes } from "./receipts/routes.ts";
import { removalRoutes } from "./orders/removals.ts";
import { secondFactorRoutes, stepUpRoutes } from "./sign-in/second-factor.ts";
import { serviceRoutes } from "./serve/service.ts";
import { sessionRoutes } from "./sign-in/sessions.ts";
import { settingsRoutes } from "./settings/routes.ts";
import { statementRoutes } from "./books/statement.ts";
import { dashboardRoutes, statisticsRoutes } from "./reports/statistics.ts";
import { shopRoutes } from "./shops/routes.ts";
import type { Fulfilment } from "./suppliers/fulfilment.ts";
import { askedAgainWrite } from "./suppliers/order-rows.ts";
import { fulfilmentRoutes } from "./suppliers/fulfilment-routes.ts";
import { supplierRoutes } from "./suppliers/routes.ts";
import { testPaymentRoutes } from "./payments/test-payment-routes.ts";
import { topupRoutes } from "./topups/routes.ts";
import { userRoutes } from "./users/routes.ts";
import { verificationRoutes } from "./books/verification.ts";
import { webhookRoutes } from "./messages/webhook-routes.ts";
import { serveOn } from "./serve/serve.ts";

type HeadersOptions = NonNullable<Parameters<typeof secureHeaders>[0]>;

interface AppOptions {
  patience: Pick<Live, "hello_ms">;
  webRoot?: string | undefined;
  moreRoutes?: ((shop: Shop) => Hono<Env>) | undefined;
}

/** What some routes need beside the shop. */
interface Parts {
  hub: Hub;
  presence: Presence;
  fulfilment: Fulfilment;
  /** The shop with prepared statements. */
  working: Shop;
}

/** Those that need nothing beside the shop. */
const routesOfRooms = [
  sessionRoutes,
  passwordChangeRoutes,
  secondFactorRoutes,
  stepUpRoutes,
  ownSessionRoutes,
  proofRoutes,
  ownDataRoutes,
  userRoutes,
  accountRoutes,
  statementRoutes,
  productRoutes,
  settingsRoutes,
  shopRoutes,
  purchaseRoutes,
  commandRoutes,
  orderRoutes,
  orderListRoutes,
  supplierRoutes,
  statisticsRoutes,
  dashboardRoutes,
  topupRoutes,
  paymentRoutes,
  testPaymentRoutes,
  phoneRoutes,
  claimRoutes,
  withdrawalRoutes,
  receiptRoutes,
  removalRoutes,
  messageRoutes,
  webhookRoutes,
  pushRoutes,
  auditRoutes,
  closingRoutes,
  momoStatementRoutes,
  moveInRoutes,
  verificationRoutes,
  ticketRoutes,
  serviceRoutes,
];

/** Those that ask the same few questions for each payment. */
const routesOfPayments = [promptRoutes, guestOrderRoutes];

export function createApp(
  shop: Shop,
  { hub, presence, fulfilment, working }: Parts,
  { webRoot, moreRoutes, patience }: AppOptions,
): Hono<Env> {
  const app = new Hono<Env>({ getPath: routedPath });
  const scripts = webRoot === undefined ? [] : scriptHashes(webRoot);
  const pageHeaders = secureHeaders(headersFor(shop, { ...pagePolicy(scripts), ...trustedTypes }));
  const ownHeaders = new Map([
    [docsPath, secureHeaders(headersFor(shop, docsPolicy))],
    // Without trusted types: it imports what it does with push notifications.
    ["/sw.js", secureHeaders(headersFor(shop, pagePolicy(scripts)))],
  ]);
  app.use((c, next) => (ownHeaders.get(routedPath(c.req.raw)) ?? pageHeaders)(c, next));
  app.use("/api/*", observe(shop));
  app.use("/api/*", limitBody());
  const api = new Hono<Env>();
  const serve = serveOn(api, shop);
  for (const routes of routesOfRooms) routes(shop, serve);
  for (const routes of routesOfPayments) routes(working, serve);
  fulfilmentRoutes(shop, serve, fulfilment);
  approvalRoutes(shop, serve, askedAgainWrite);
  liveRoutes(serve, { shop, hub, presence, hello_ms: patience.hello_ms });
  if (moreRoutes) api.route("/", moreRoutes(shop));
  app.route("/api", api);
  app.all("/api/*", () => {
    throw new ApiError("not_found", "Not found");
  });
  // Answered instead of thrown: an error from here would skip the middleware that sets the headers of every answer.
  app.notFound((c) => answerError(shop, new ApiError("not_found", "Not found"), c));
  if (webRoot !== undefined) app.route("/", page(webRoot, shop));
  app.onError((error, c) => answerError(shop, error, c));
  return app;
}

/** The path without double slashes: the specification's client calls //recharge/next-recharge-id in one place. */
function routedPath(request: Request): string {
  const given = getPath(request);
  const path = given.includes("//") ? given.replace(/\/{2,}/g, "/") : given;
  return atRoot.has(path) ? `/api${path}` : path;
}

const docsPath = `/api${operations.docs.path}`;

const atRoot = new Set(
  Object.values<Operation>(operations)
    .filter((operation) => operation.atRoot)
    .map(({ path }): string => path),
);

/** Beside the policy of what an answer may load. */
function headersFor({ publicUrl }: Shop, contentSecurityPolicy: Policy): HeadersOptions {
  return {
    contentSecurityPolicy,
    referrerPolicy: "no-referrer",
    xFrameOptions: "DENY",
    // What a phone offers and the shop never uses.
    permissionsPolicy: {
      camera: [],
      microphone: [],
      geolocation: [],
      payment: [],
      usb: [],
      bluetooth: [],
      serial: [],
      midi: [],
      displayCapture: [],
    },
    // Only a shop with TLS may ask for it: a browser would not open any other for a year.
    strictTransportSecurity: publicUrl.startsWith("https:") && "max-age=31536000; includeSubDomains",
  };
}

const pagePolicy = (scripts: string[]): Policy => ({
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'", ...scripts],
  styleSrc: ["'self'"],
  imgSrc: ["'self'", "data:"],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  manifestSrc: ["'self'"],
  workerSrc: ["'self'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
});

/** No text becomes a script. The one policy lets the page register its service worker (web/src/service-worker.ts). */
const trustedTypes: Policy = { requireTrustedTypesFor: ["'script'"], trustedTypes: ["default"] };

/** Gives each request an id and one log line, and sets the position up to which the answer is current. */
function observe(shop: Shop) {
  return async (c: Context<Env>, next: () => Promise<void>) => {
    const requestId = randomUUID();
    const started_ms = performance.now();
    c.set("requestId", requestId);
    if (["GET", "HEAD"].includes(c.req.method)) {
      const { position, log } = markOf(shop.at());
      c.header("x-position", String(position));
      c.header("x-log", log);
    }
    c.header("x-request-id", requestId);
    c.header("cache-control", "no-store");
    await next();
    // A kept connection would hold up a stopping server. Checked after the request, because it may have begun to stop
    // meanwhile.
    if (shop.isLeaving()) c.header("connection", "close");
    const { method } = c.req;
    const { status } = c.res;
    const took_ms = Math.round((performance.now() - started_ms) * 10) / 10;
    shop.metrics.observeRequest({ method, route: c.get("route") ?? "none", status, took_ms });
    if (!shop.log.isLevelEnabled("info")) return;
    // Only the path: a query may contain what people search for.
    // Anything longer than an id is left out: the token of a reset link is as sensitive as a password.
    // An idempotency key is the client's own text and may be personal, and the token of a guest's order opens it.
    const path = c.req.path
      .replace(/[\w-]{40,}/g, "…")
      .replace(/^(\/(?:api\/command|api\/guest-order|o)\/).+/, "$1…");
    const principal = c.get("principal") as Principal | undefined;
    const who = principal?.session === byKey ? { byKeyOf: principal.user } : {};
    shop.log.info({ requestId, method, path, status, took_ms, ...who });
  };
}

/**
 * The HTTP parser enforces a given Content-Length, so only a body without one is counted. hono's own limit reads every
 * body as a web stream to see if there is one, which costs as much as all the rest.
 */
function limitBody(): MiddlewareHandler<Env> {
  const count = bodyLimit({ maxSize: limits.body_bytes_max, onError: refuseLargeBody });
  return (c, next) => {
    if (c.req.header("transfer-encoding") !== undefined) return count(c, next);
    if (Number(c.req.header("content-length") ?? 0) > limits.body_bytes_max) refuseLargeBody(c);
    return next();
  };
}

function refuseLargeBody(c: Context): never {
  // The rest of the body is not read, so the connection cannot carry another request.
  c.header("connection", "close");
  const isProduct = /^\/api\/+product\//.test(c.req.path);
  throw isProduct
    ? new ApiError("body_too_large", texts.imageTooLarge, { fields: { image: texts.imageTooLarge } })
    : new ApiError("body_too_large", "The request is too large");
}

/** Node's error when a connection ends in the middle of a body. Only the log gets this answer. */
function isAborted(error: Error): boolean {
  return error.message === "aborted" && Reflect.get(error, "code") === "ECONNRESET";
}

/** What our own page never asks for: somebody tries what others may do. */
const notAllowed: ReadonlySet<string> = new Set<RefusalCode>([
  "admin_only",
  "api_key_refused",
  "own_account",
  "level_not_grantable",
]);

function answerError(shop: Shop, error: Error, c: Context<Env>): Response {
  const requestId = c.get("requestId") ?? randomUUID();
  c.header("x-request-id", requestId);
  const answer = ({ status, answer: body }: ApiError) =>
    c.json({ ...body, requestId } satisfies ErrorAnswer, status);
  if (error instanceof ApiError) {
    const { code } = error.answer;
    const wait_s = code === "busy" ? 2 : error.retryAfter_s;
    if (wait_s !== undefined) c.header("retry-after", String(wait_s));
    if (notAllowed.has(code)) {
      const detail = `${c.req.method} ${c.get("route") ?? "none"}: ${code}`;
      shop.security.note(c, { kind: "not allowed", result: "refused", detail });
    }
    return answer(error);
  }
  if (isAborted(error)) return answer(new ApiError("request_aborted", "The request did not arrive in full"));
  if (error instanceof LedgerUnavailable || isDatabaseAway(error)) {
    shop.log.error({ requestId, reason: error.message }, "the ledger is unavailable");
    c.header("retry-after", "2");
    const message = "We could not reach the ledger. Please try again: you will not be charged twice.";
    return answer(new ApiError("unavailable", message));
  }
  // Postgres puts values into `detail`, which may be personal data. The stack and the code are enough.
  shop.log.error({ requestId, code: Reflect.get(error, "code"), stack: error.stack }, "unexpected error");
  return answer(new ApiError("unexpected", "Something went wrong on our side. Please try again."));
}
