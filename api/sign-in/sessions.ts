/** Signing in and out, and registration. */
import { randomUUID } from "node:crypto";
import type { Context } from "hono";
import { type UserView, usersById } from "#ledger/users/reads.ts";
import type { RejectionCode } from "#contract/terms/rejections.ts";
import { idOfStream } from "#contract/terms/streams.ts";
import { keyWithoutProof, shownApiKey } from "../serve/api-keys.ts";
import { countAttempt, guarded, notingRefusals } from "../serve/attempts.ts";
import { refuseCommonPassword } from "../auth/common-passwords.ts";
import { foreignHash, hashPassword, isForeign, isPassword, replaceForeignHash } from "../auth/passwords.ts";
import {
  asksForCookie,
  dropCookie,
  givenRefreshToken,
  handOver,
  knownDevice,
  rememberDevice,
} from "../auth/cookies.ts";
import { factorState, takeCode, wrongCode } from "../auth/second-factor.ts";
import {
  deviceOf,
  endAllSessionsWrites,
  endOfSession,
  type Opening,
  openSession,
  refreshSession,
  type Tokens,
} from "../auth/sessions.ts";
import { insertUserWrite, limitTakenRefusals, type Named } from "../auth/unique-fields.ts";
import type { Env } from "../serve/env.ts";
import type { Shop } from "../shop.ts";
import { operations } from "#contract/operations.ts";
import type { SessionRecord } from "#contract/sessions.ts";
import { perform, performUnder } from "../serve/command.ts";
import { ApiError, refused, unauthorized } from "../serve/errors.ts";
import type { Serve } from "../serve/serve.ts";
import { userRecord } from "../users/records.ts";
import {
  acceptInvite,
  adminInviteRoutes,
  inviteRefused,
  isAccepted,
  requireInvite,
} from "./admin-invites.ts";
import { passwordResetRoutes } from "./password-resets.ts";

export function sessionRoutes(shop: Shop, serve: Serve): void {
  serve(operations.login, async (c, { body }) => {
    asksForCookie(shop, c);
    const { userPhone, password, code } = body;
    const device = knownDevice(shop, c, userPhone);
    const isNew = device === undefined && shop.messages.canTell;
    const attempt = { kind: "login", account: userPhone, device } as const;
    let user: string | null = null;
    const session = await notingLogin(
      shop,
      c,
      () => user,
      async () => {
        const { id, password_hash } = await guarded(shop, c, attempt, async () => {
          const found = await shop.db
            .selectFrom("shop.user")
            .select(["id", "password_hash"])
            .where("phone", "=", userPhone)
            .where("deleted", "=", false)
            .executeTakeFirst();
          user = found?.id ?? null;
          return requireProof(shop, found, password, code);
        });
        return startSession(shop, c, id, { verified: password_hash, isTold: isNew });
      },
    );
    rememberDevice(shop, c, userPhone);
    return session;
  });

  serve(operations.register, async (c, { body }) => {
    asksForCookie(shop, c);
    const { phone } = body;
    refuseCommonPassword(shop.name, body.password, body);
    await countAttempt(shop, c, "register", phone);
    const user = randomUUID();
    const invite = body.invite === undefined ? undefined : requireInvite(shop, body.invite, phone);
    const { events } = await limitTakenRefusals(shop, c, phone, async () => {
      const taken = await findTaken(shop, body);
      // A retry finds its own registration. Only the id of its command shows that it is not somebody else's.
      if (taken && c.req.header("idempotency-key") === undefined) throw refused({ code: taken });
      if (invite && !taken && (await isAccepted(shop, invite))) throw inviteRefused();
      const hashed = await hashPassword(body.password);
      return perform(shop, c, {
        type: "register_user",
        intent: { user, level: "Customer" },
        actor: user,
        body,
        scope: `guest ${phone}`,
        sideWrites: [insertUserWrite(user, body, hashed)],
      });
    });
    const [event] = events;
    const registered = event?.type === "user_registered" ? idOfStream(event.stream) : user;
    // Before their first session, which is an admin's then.
    if (invite) await acceptInvite(shop, c, invite, { user: registered, isRetry: registered !== user });
    const session = await notingLogin(
      shop,
      c,
      () => registered,
      () =>
        registered === user ? startSession(shop, c, user) : signInAgain(shop, c, registered, body.password),
    );
    rememberDevice(shop, c, phone);
    return session;
  });

  refreshRoute(shop, serve);
  signOutRoutes(shop, serve);
  passwordResetRoutes(shop, serve);
  adminInviteRoutes(shop, serve);
}

function refreshRoute(shop: Shop, serve: Serve): void {
  serve(operations.refreshToken, async (c, { body }) => {
    const token = givenRefreshToken(shop, c, body.token);
    const refreshed = await refreshSession(shop.db, shop.secrets, token);
    if (!refreshed) throw unauthorized();
    if ("ended" in refreshed) {
      refuseBanned((await usersById(shop.db, [refreshed.ended.user]))[0]);
      throw unauthorized();
    }
    if ("reused" in refreshed) {
      const { user, session } = refreshed.reused;
      // Not under the request's key: a key that was used for another command must not save the session.
      await performUnder(shop, undefined, endOfSession(user, session));
      shop.principals.forget(session);
      throw unauthorized();
    }
    const record = await sessionRecord(shop, c, refreshed.user, refreshed.tokens);
    return { ...record, apiKey: await keyWithoutProof(shop, record.apiKey) };
  });
}

function signOutRoutes(shop: Shop, serve: Serve): void {
  serve(operations.logout, async (c) => {
    asksForCookie(shop, c);
    const { user, session } = c.get("principal");
    await perform(shop, c, endOfSession(user, session));
    shop.principals.forget(session);
    dropCookie(shop, c);
    return { message: "Signed out" };
  });

  serve(operations.logoutEverywhere, async (c) => {
    asksForCookie(shop, c);
    const { user, session } = c.get("principal");
    await perform(shop, c, {
      type: "end_sessions",
      intent: { user, session: null },
      // The same call from a later session is a new request, not a retry.
      body: { everywhere: session },
      sideWrites: endAllSessionsWrites(user),
    });
    shop.principals.forgetUser(user);
    dropCookie(shop, c);
    return { message: "Signed out everywhere" };
  });
}

/** Notes whether somebody could sign in, and why not. */
async function notingLogin<T>(
  shop: Shop,
  c: Context<Env>,
  user: () => string | null,
  signIn: () => Promise<T>,
): Promise<T> {
  const session = await notingRefusals(shop, c, () => ({ kind: "login", user: user() }), signIn);
  shop.security.note(c, { kind: "login", user: user() });
  return session;
}

interface Known {
  id: string;
  password_hash: string;
}

/** Takes the same time if no user was found. @throws ApiError 401 or 403 if the password or code is wrong */
async function requireProof(
  shop: Shop,
  found: Known | undefined,
  password: string,
  code?: string,
): Promise<Known> {
  const matches = await isPassword(password, found?.password_hash, await foreignHash(shop.db));
  if (!found || !matches) throw loginFailed();
  if ((await factorState(shop.db, found.id)).isOn) await requireFactor(shop, found.id, code);
  if (!isForeign(found.password_hash)) return found;
  return { ...found, password_hash: await replaceForeignHash(shop.db, found, password) };
}

/** A retry of a registration, perhaps much later: it signs in only if the password is still valid. */
async function signInAgain(
  shop: Shop,
  c: Context<Env>,
  user: string,
  password: string,
): Promise<SessionRecord> {
  const found = await shop.db
    .selectFrom("shop.user")
    .select(["id", "password_hash"])
    .where("id", "=", user)
    .executeTakeFirst();
  const { password_hash } = await requireProof(shop, found, password);
  return startSession(shop, c, user, { verified: password_hash });
}

/** A correct password without a code is no guess, but it stays counted, because that also limits attempts with codes. */
async function requireFactor(shop: Shop, user: string, code: string | undefined): Promise<void> {
  if (code === undefined)
    throw new ApiError("second_factor_needed", "Please enter the code of your authenticator app");
  if (!(await takeCode(shop, user, code))) throw wrongCode();
}

async function startSession(
  shop: Shop,
  c: Context<Env>,
  user: string,
  opening: Pick<Opening, "verified" | "isTold"> = {},
): Promise<SessionRecord> {
  const [view] = await usersById(shop.db, [user]);
  refuseBanned(view);
  const device = deviceOf(c.req.header("user-agent"));
  const tokens =
    view && !view.deleted && (await openSession(shop.db, shop.secrets, user, { ...opening, device }));
  if (!tokens) throw loginFailed();
  return sessionRecord(shop, c, user, tokens);
}

function refuseBanned(view: UserView | undefined): void {
  if (view?.status === "Banned" && !view.deleted) throw refused({ code: "actor_banned" });
}

function loginFailed(): ApiError {
  return new ApiError("login_failed", "Wrong phone number or password");
}

async function sessionRecord(
  shop: Shop,
  c: Context<Env>,
  user: string,
  tokens: Tokens,
): Promise<SessionRecord> {
  const [view] = await usersById(shop.db, [user]);
  refuseBanned(view);
  if (!view || view.deleted) throw unauthorized();
  const apiKey = await shownApiKey(shop.db, shop.secrets, { user, level: view.level });
  const lacksFactor = view.level === "Admin" && (await isFactorMissing(shop, user));
  return { ...userRecord(view), ...handOver(shop, c, tokens), apiKey, ...(lacksFactor && { lacksFactor }) };
}

async function isFactorMissing(shop: Shop, admin: string): Promise<boolean> {
  const { isOn, isRequiredForAdmins } = await factorState(shop.db, admin);
  return isRequiredForAdmins && !isOn;
}

async function findTaken(shop: Shop, { phone, email, username }: Named): Promise<RejectionCode | undefined> {
  const rows = await shop.db
    .selectFrom("shop.user")
    .select(["phone", "email", "username"])
    .where("deleted", "=", false)
    .where((eb) => eb.or([eb("phone", "=", phone), eb("email", "=", email), eb("username", "=", username)]))
    .execute();
  if (rows.some((row) => row.phone === phone)) return "phone_taken";
  if (rows.some((row) => row.email === email)) return "email_taken";
  return rows.length > 0 ? "username_taken" : undefined;
}
