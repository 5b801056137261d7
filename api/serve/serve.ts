/** Registers the routes: a handler runs behind its operation's guard, with validated input. */
import type { Context, Handler, Hono, MiddlewareHandler } from "hono";
import { etag, RETAINED_304_HEADERS } from "hono/etag";
import { adminOnly, byTicketOr, keyOr, refuseKey, signedIn, signedInOrBanned } from "./guard.ts";
import { requireStepUp } from "./step-up.ts";
import { answerText } from "./compression.ts";
import type { Env } from "./env.ts";
import type { Door } from "./door.ts";
import type { Access, Answer, Input, Operation } from "#contract/operation.ts";
import { check, readBody, readParam } from "./input.ts";

type Handle<O extends Operation> = (c: Context<Env>, input: Input<O>) => Promise<Answer<O> | Response>;

/** Routes are registered in no other way, so each has its operation. */
export type Serve = <O extends Operation>(operation: O, handle: Handle<O>) => void;

export function serveOn(app: Hono<Env>, shop: Door): Serve {
  return (operation, handle) => {
    const answer: Handler<Env> = async (c) => {
      const input = await readInput(c, operation);
      if (usesRights(c, operation, input.query)) await tellFirstUse(shop, c);
      if (operation.stepUp === true) await requireStepUp(shop, c);
      const given = await handle(c, input);
      noteSuccess(shop, c, operation);
      if (given instanceof Response) return given;
      if (operation.compressed)
        return answerText(c, "application/json", [{ text: JSON.stringify(given), isSecret: false }]);
      return c.json(given as object, operation.status === 201 ? 201 : 200);
    };
    const guard = guardOf(shop, operation);
    const entrance = operation.byKey ? [keyOr(shop, guard)] : [refuseKey, ...(guard ? [guard] : [])];
    const before = [named(operation.path), ...(operation.tagged ? [tagged] : []), ...entrance];
    app.on([operation.method], [honoPath(operation)], ...before, answer);
  };
}

/** Whether an admin does what only admins may, or reads a list that shows them everybody's rows. */
function usesRights(c: Context<Env>, { access, query }: Operation, asked: object | undefined): boolean {
  if (access === "admin") return true;
  const isOfAll = query !== undefined && "mine" in query.entries && asked !== undefined && !("mine" in asked);
  return access === "signed-in" && isOfAll && c.get("principal").level === "Admin";
}

async function tellFirstUse(shop: Door, c: Context<Env>): Promise<void> {
  const { user, hasUnusedChange } = c.get("principal");
  if (!hasUnusedChange) return;
  await shop.messages.tellFirstUse(user);
  shop.principals.forgetUser(user);
}

function noteSuccess(shop: Door, c: Context<Env>, { noted, download, access, path }: Operation): void {
  const kind = noted ?? (download && access === "admin" ? "export" : undefined);
  if (kind) shop.security.note(c, { kind, ...(kind === "export" && { detail: path }) });
}

function guardOf(shop: Door, operation: Operation): MiddlewareHandler<Env> | undefined {
  const { access, download, path, withoutFactor } = operation;
  const guards: Record<Access, () => MiddlewareHandler<Env> | undefined> = {
    anyone: () => undefined,
    "signed-in": () => signedIn(shop, download && byTicketOr(path), withoutFactor),
    "signed-in-or-banned": () => signedInOrBanned(shop),
    admin: () => adminOnly(shop, download && byTicketOr(path)),
  };
  return guards[access]();
}

/** Names the route for the metrics. A path contains ids, so there would be no limit to the number of labels. */
function named(path: string): MiddlewareHandler<Env> {
  return (c, next) => {
    c.set("route", path);
    return next();
  };
}

/** Hono writes :id where the specification writes {id}. */
export function honoPath({ path }: Operation): string {
  return path.replace(/\{(\w+)\}/g, ":$1");
}

/** A 304 needs the position too: the page compares it with the feed's. */
const retainedHeaders = [...RETAINED_304_HEADERS, "x-position", "x-log", "x-request-id"];
const withTag = etag({ retainedHeaders });

const tagged: MiddlewareHandler<Env> = (c, next) => {
  // The browser keeps the answer and revalidates it each time. A phone that has it already only downloads the headers.
  c.header("cache-control", "no-cache");
  return withTag(c, next);
};

async function readInput<O extends Operation>(c: Context<Env>, operation: O): Promise<Input<O>> {
  const params = Object.entries(operation.params ?? {}).map(([name, schema]) => [
    name,
    readParam(c, name, schema),
  ]);
  const query = operation.query && check(operation.query, c.req.query());
  const body = operation.body && (await readBody(c, operation.body));
  return { params: Object.fromEntries(params), query, body } as Input<O>;
}
