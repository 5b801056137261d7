/** Users: their records, level, status, sessions and wallet, as admins work with them. */
import type { Context } from "hono";
import type * as v from "valibot";
import {
  countUsers,
  listUsers,
  readAccount,
  type UserCursor,
  usersById,
  type UserView,
} from "#ledger/users/reads.ts";
import { erasesAt } from "#contract/erasure.ts";
import { toCedis } from "#contract/terms/money.ts";
import { mayHaveApiKey } from "#contract/terms/statuses.ts";
import { texts } from "#contract/terms/texts.ts";
import { replaceApiKeyWrite } from "../serve/api-keys.ts";
import { scopeOf } from "../serve/guard.ts";
import { requireStepUp } from "../serve/step-up.ts";
import { endAllSessionsWrites, endSessionWrites, requireSessionOf } from "../auth/sessions.ts";
import type { Principal } from "../serve/principals.ts";
import {
  deletionWrites,
  newLevelWrites,
  newStatusWrites,
  noteRights,
  onceDone,
} from "../auth/admin-rights.ts";
import { isAwaitingApproval } from "../approvals/records.ts";
import { type Submission, isRetry, keyOfRequest, perform } from "../serve/command.ts";
import type { Env } from "../serve/env.ts";
import type { Shop } from "../shop.ts";
import { filterOf } from "#contract/list.ts";
import { userList } from "#contract/user-list.ts";
import { operations } from "#contract/operations.ts";
import type { BalanceAnswer, balanceBody, UserAnswer } from "#contract/users.ts";
import { ApiError, refused } from "../serve/errors.ts";
import { answerListFile } from "../serve/file-answer.ts";
import { answerList } from "../serve/list-answer.ts";
import { readUser, userRecord } from "./records.ts";
import type { Portion } from "../serve/row-stream.ts";
import type { Serve } from "../serve/serve.ts";
import { passwordTexts } from "#contract/password-texts.ts";
import { countAttempt } from "../serve/attempts.ts";
import { codeExpiry, codeOfRequest, codeWrong, keepCodeWrite, newCode } from "../auth/proofs.ts";
import { helpNoticeWrite } from "../serve/noting.ts";
import { sendLinkWrite } from "../messages/resets.ts";

type UsersQuery = v.InferOutput<typeof operations.listUsers.query>;

export function userRoutes(shop: Shop, serve: Serve): void {
  serve(operations.listUsers, (c, { query }) => visibleUsers(shop, c, query));
  serve(operations.listBalances, (c, { query }) => visibleUsers(shop, c, query));

  serve(operations.exportUsers, (c, { query }) =>
    answerListFile(shop, c, userList, query, usersOf(shop, c.get("principal"), query)),
  );

  serve(operations.changeBalance, (c, { body }) => changeBalance(shop, c, body));

  serve(operations.readAccount, async (_, { params: { id } }) => {
    const account = await readAccount(shop.db, id);
    if (!account) throw refused({ code: "user_unknown" });
    const { view, sessions, deleted_at, erased_at, ...rest } = account;
    return {
      user: userRecord(view),
      isDeleted: view.deleted,
      erasesAt: erased_at ?? (deleted_at && erasesAt(deleted_at)),
      isErased: erased_at !== null,
      registeredAt: view.registered_at,
      phoneProvedAt: rest.phone_proved_at,
      emailProvedAt: rest.email_proved_at,
      apiKeyUsedAt: rest.key_used_at,
      sessions,
    };
  });

  serve(operations.endUserSessions, async (c, { params: { id: user }, query: { session = null } }) => {
    if (session !== null) await requireSessionOf(shop, user, session);
    const { position } = await perform(shop, c, {
      type: "end_sessions",
      intent: { user, session },
      body: { user, session },
      sideWrites: session === null ? endAllSessionsWrites(user) : endSessionWrites(session, user),
    });
    shop.principals.forgetUser(user);
    return { message: session === null ? "Signed out everywhere" : "Signed out", position };
  });

  serve(operations.deleteUser, async (c, { params }) => {
    const { id: user } = params;
    await requireStepUpAbout(shop, c, user);
    const done = await perform(shop, c, {
      type: "delete_user",
      intent: { user },
      body: { user },
      sideWrites: onceDone(deletionWrites(user)),
    });
    const { position } = done;
    if (await isAwaitingApproval(shop, done))
      return { message: texts.awaitingApproval, position, pending: true as const };
    shop.principals.forgetUser(user);
    return { message: texts.userDeleted, position };
  });

  changeRoutes(shop, serve);
  signInHelpRoutes(shop, serve);
}

/** Changes of a user's level and status. */
function changeRoutes(shop: Shop, serve: Serve): void {
  serve(operations.changeLevel, async (c, { params: { id: user }, body }) => {
    const { userLevel: level, seen } = body;
    await requireStepUpAbout(shop, c, user);
    return changeUser(shop, c, {
      type: "change_level",
      intent: { user, level, ...(seen && { seen }) },
      body: { user, ...body },
      // If they may have a key again later, it is a new one.
      sideWrites: mayHaveApiKey(level) ? [] : onceDone([replaceApiKeyWrite(user)]),
    });
  });

  serve(operations.changeAdmin, async (c, { params: { id: user }, body }) => {
    await requireStepUp(shop, c, "always");
    const { isAdmin, seen } = body;
    const level = isAdmin ? "Admin" : "Customer";
    return changeUser(shop, c, {
      type: "change_level",
      intent: { user, level, ...(seen && { seen }), ...(isAdmin && { makesAdmin: true }) },
      body: { user, ...body },
      sideWrites: onceDone(newLevelWrites(user, level)),
    });
  });

  serve(operations.changeStatus, async (c, { params: { id: user }, body }) => {
    const { status, seen } = body;
    await requireStepUpAbout(shop, c, user);
    return changeUser(shop, c, {
      type: "change_status",
      intent: { user, status, ...(seen && { seen }) },
      body: { user, ...body },
      sideWrites: onceDone(newStatusWrites(user)),
    });
  });
}

/** A client of the specification can take this step only where the shop asks for it. */
async function requireStepUpAbout(shop: Shop, c: Context<Env>, user: string): Promise<void> {
  const [view] = await usersById(shop.db, [user]);
  if (view?.level === "Admin") await requireStepUp(shop, c);
}

async function changeUser<T extends "change_level" | "change_status">(
  shop: Shop,
  c: Context<Env>,
  order: Submission<T>,
): Promise<UserAnswer> {
  const { user } = order.intent;
  const done = await perform(shop, c, order);
  if (await isAwaitingApproval(shop, done)) return { user: await readUser(shop, user), pending: true };
  shop.principals.forgetUser(user);
  noteRights(shop, c, done);
  return { user: await readUser(shop, user) };
}

async function changeBalance(
  shop: Shop,
  c: Context<Env>,
  body: v.InferOutput<typeof balanceBody>,
): Promise<BalanceAnswer> {
  const { chosenId: user, amount, reason, corrects } = body;
  const intent = { user, amount, reason, corrects };
  const done = await perform(shop, c, { type: "correct_balance", intent, body });
  const { position, events } = done;
  if (await isAwaitingApproval(shop, done)) {
    const { balance } = await readUser(shop, user);
    return { balance, position, pending: true };
  }
  const balance = toCedis(events[0]?.balance_after ?? 0);
  return { balance, position, account: await readUser(shop, user) };
}

/** The list for a query, limited to what this principal may see. */
function usersOf(shop: Shop, principal: Principal, query: UsersQuery) {
  const filter = { ...filterOf(query), user: scopeOf(principal, query) };
  return {
    read: (of: Portion<UserCursor>) => listUsers(shop.db, filter, of),
    total: async () => ({ count: await countUsers(shop.db, filter), isExact: true }),
    cursorOf: ({ registered_at, id }: UserView) => ({ registered_at, id }),
    toRecord: userRecord,
  };
}

function visibleUsers(shop: Shop, c: Context<Env>, query: UsersQuery): Promise<Response> {
  const { limit, cursor } = query;
  return answerList(shop, c, usersOf(shop, c.get("principal"), query), {
    limit,
    cursor: cursor === undefined ? cursor : userCursorFrom(cursor),
    toText: userCursorText,
  });
}

/** Microseconds since 1970 and the id, as in the contract. */
function userCursorText({ registered_at, id }: UserCursor): string {
  const micros = registered_at.slice("2026-11-21T10:42:00.123".length, -1);
  return `${Date.parse(registered_at)}${micros}-${id}`;
}

function userCursorFrom(text: string): UserCursor {
  const [, micros = "", id = ""] = /^(\d+)-(.*)$/.exec(text) ?? [];
  const time = new Date(Math.floor(Number(micros) / 1000)).toISOString();
  return { registered_at: `${time.slice(0, -1)}${micros.slice(-3).padStart(3, "0")}Z`, id };
}

/** Support: an admin helps a user who cannot sign in to a new password. */
function signInHelpRoutes(shop: Shop, serve: Serve): void {
  serve(operations.helpSignIn, async (c, { params: { id: user }, body }) => {
    await requireStepUp(shop, c, "always");
    const { way } = body;
    const { email, phone } = await readUser(shop, user);
    if (way === "link" && !shop.messages.hasMail)
      throw new ApiError("no_gateway", passwordTexts.noResetEmail);
    if (!(await isRetry(shop, c))) await countAttempt(shop, c, "sign-in help", user);
    const key = keyOfRequest(c);
    const code = key === undefined ? newCode() : codeOfRequest(shop.secrets, user, key);
    const of = { user, channel: "support" as const, address: phone };
    const { position } = await perform(shop, c, {
      type: "help_sign_in",
      intent: { user, way },
      body: { user, ...body },
      sideWrites: [
        way === "link" ? sendLinkWrite(shop.secrets, email) : keepCodeWrite(shop.secrets, { ...of, code }),
        ...(shop.messages.canTell ? [helpNoticeWrite(user, way)] : []),
      ],
    });
    shop.security.note(c, { kind: "sign-in help", user, detail: way });
    if (way === "link") return { message: passwordTexts.helpLinkSent, position };
    const expiresAt = await codeExpiry(shop.db, shop.secrets, of, code);
    if (expiresAt === undefined) throw codeWrong();
    return { message: passwordTexts.helpCodeMade, code, expiresAt, position };
  });
}
