/** Login, registration, refresh, logout. */
import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import { usersById } from "#ledger/store/reads/users.ts";
import type { RejectionCode } from "#ledger/terms/rejections.ts";
import { signedInOrBanned } from "../auth/guard.ts";
import { hashPassword, isPassword } from "../auth/passwords.ts";
import {
  endAllSessionsWrite,
  endSessionWrite,
  openSession,
  refreshSession,
  type Tokens,
} from "../auth/sessions.ts";
import { takenBy } from "../auth/taken.ts";
import { perform } from "../command.ts";
import type { Env, Shop } from "../context.ts";
import { loginBody, refreshBody, registerBody, type SessionRecord } from "../contract/users.ts";
import { ApiError, refused, unauthorized } from "../errors.ts";
import { readBody } from "../input.ts";
import { userRecord } from "../records.ts";

export function authRoutes(shop: Shop): Hono<Env> {
  const app = new Hono<Env>();

  app.post("/user/login", async (c) => {
    const { userPhone, password } = await readBody(c, loginBody);
    const found = await shop.db
      .selectFrom("shop.user")
      .select(["id", "password_hash"])
      .where("phone", "=", userPhone)
      .executeTakeFirst();
    const matches = await isPassword(password, found?.password_hash);
    if (!found || !matches) throw new ApiError(401, "login_failed", "Wrong phone number or password");
    return c.json(await startSession(shop, found.id));
  });

  app.post("/user/register", async (c) => {
    const body = await readBody(c, registerBody);
    const { username, phone, email } = body;
    const taken = await findTaken(shop, body);
    // A retry finds its own account taken: only the command's id tells it from somebody else's.
    if (taken && c.req.header("idempotency-key") === undefined) throw refused({ code: taken });
    const user = randomUUID();
    const hashed = await hashPassword(body.password);
    const { events } = await perform(shop, c, {
      type: "register_user",
      intent: { user, level: "Customer" },
      actor: user,
      body,
      scope: `guest ${phone}`,
      also: [
        {
          text: `insert into shop."user" (id, username, phone, email, password_hash) values ($1, $2, $3, $4, $5)`,
          values: [user, username, phone, email, hashed],
        },
      ],
    }).catch((error: unknown) => {
      throw takenBy(error);
    });
    const registered = events[0]?.stream.slice("user/".length) ?? user;
    return c.json(await startSession(shop, registered), 201);
  });

  app.post("/auth/refresh-token", async (c) => {
    const { token } = await readBody(c, refreshBody);
    const refreshed = await refreshSession(shop.db, shop.secrets, token);
    if (!refreshed) throw unauthorized();
    if ("reused" in refreshed) {
      const { user, session } = refreshed.reused;
      await endSession(shop, user, session, (order) => perform(shop, c, order));
      throw unauthorized();
    }
    return c.json(await sessionRecord(shop, refreshed.user, refreshed.tokens));
  });

  app.post("/user/logout", signedInOrBanned(shop), async (c) => {
    const { user, session } = c.get("principal");
    await endSession(shop, user, session, (order) => perform(shop, c, order));
    return c.json({ message: "Signed out" });
  });

  app.post("/user/logout-everywhere", signedInOrBanned(shop), async (c) => {
    const { user } = c.get("principal");
    await perform(shop, c, {
      type: "end_sessions",
      intent: { user, session: null },
      actor: user,
      body: {},
      also: [endAllSessionsWrite(user)],
    });
    shop.principals.forgetUser(user);
    return c.json({ message: "Signed out everywhere" });
  });

  return app;
}

async function startSession(shop: Shop, user: string): Promise<SessionRecord> {
  const [view] = await usersById(shop.db, [user]);
  if (!view || view.deleted) throw new ApiError(401, "login_failed", "Wrong phone number or password");
  if (view.status === "Banned") throw refused({ code: "actor_banned" });
  return sessionRecord(shop, user, await openSession(shop.db, shop.secrets, user));
}

async function sessionRecord(shop: Shop, user: string, tokens: Tokens): Promise<SessionRecord> {
  const [view] = await usersById(shop.db, [user]);
  if (!view || view.deleted) throw unauthorized();
  if (view.status === "Banned") throw refused({ code: "actor_banned" });
  return { ...userRecord(view), ...tokens, apiKey: "" };
}

type EndSession = Parameters<typeof perform<"end_sessions">>[2];

async function endSession(
  shop: Shop,
  user: string,
  session: string,
  submit: (order: EndSession) => Promise<unknown>,
): Promise<void> {
  await submit({
    type: "end_sessions",
    intent: { user, session },
    actor: user,
    body: { session },
    also: [endSessionWrite(session)],
  });
  shop.principals.forget(session);
}

async function findTaken(
  shop: Shop,
  { phone, email, username }: { phone: string; email: string; username: string },
): Promise<RejectionCode | undefined> {
  const rows = await shop.db
    .selectFrom("shop.user")
    .select(["phone", "email", "username"])
    .where((eb) => eb.or([eb("phone", "=", phone), eb("email", "=", email), eb("username", "=", username)]))
    .execute();
  if (rows.some((row) => row.phone === phone)) return "phone_taken";
  if (rows.some((row) => row.email === email)) return "email_taken";
  return rows.length > 0 ? "username_taken" : undefined;
}
