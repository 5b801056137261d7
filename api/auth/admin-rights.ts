/** What belongs to a change of who is an admin and who may act, whoever has the last word. */
import type { Context } from "hono";
import type { SideWrite } from "#ledger/log/writer.ts";
import { type Level, mayHaveApiKey } from "#contract/terms/statuses.ts";
import { idOfStream } from "#contract/terms/streams.ts";
import type { Env } from "../serve/env.ts";
import type { Door } from "../serve/door.ts";
import type { AcceptedCommand } from "../serve/command.ts";
import { replaceApiKeyWrite } from "../serve/api-keys.ts";
import { endAllSessionsWrites, endBannedSessionsWrites } from "./sessions.ts";
import type { ApprovalRequest } from "#ledger/core/rows/approvals.ts";

/**
 * An API key ends with its level, so that it does not come back with it. A session from before must not become an
 * admin's: it may be on a lost phone, and it has not passed the second factor that admins may need.
 */
export function newLevelWrites(user: string, level: Level): SideWrite[] {
  return [
    ...(level === "Admin" ? endAllSessionsWrites(user) : []),
    ...(mayHaveApiKey(level) ? [] : [replaceApiKeyWrite(user)]),
  ];
}

/** After a ban, they sign in again and get a new key: misuse of the old one may be why they were banned. */
export function newStatusWrites(user: string): SideWrite[] {
  return [...endBannedSessionsWrites(user), replaceApiKeyWrite(user)];
}

/** Somebody else can use their phone number, email and username from now on. */
export function deletionWrites(user: string): SideWrite[] {
  return [
    ...endAllSessionsWrites(user),
    { text: `update shop."user" set deleted = true where id = $1`, values: [user] },
  ];
}

/** The same writes, for a command that may have to wait for another admin. */
export function onceDone(writes: SideWrite[]): SideWrite[] {
  return writes.map((write) => ({ ...write, isOfDone: true }));
}

/** The writes that belong to granting a request about an admin; undefined if it is about something else. */
export function grantedWrites(request: ApprovalRequest): { user: string; writes: SideWrite[] } | undefined {
  switch (request.kind) {
    case "admin":
      return { user: request.user, writes: newLevelWrites(request.user, request.level) };
    case "admin status":
      return { user: request.user, writes: newStatusWrites(request.user) };
    case "admin deletion":
      return { user: request.user, writes: deletionWrites(request.user) };
    default:
      return undefined;
  }
}

/** Notes who became an admin, or is no longer one, and who was banned. */
export function noteRights(shop: Door, c: Context<Env>, { events }: Pick<AcceptedCommand, "events">): void {
  for (const event of events) {
    if (event.type === "user_status_changed") {
      const kind = event.data.after === "Banned" ? "ban" : "unban";
      shop.security.note(c, { kind, user: idOfStream(event.stream) });
    }
    if (event.type !== "user_level_changed") continue;
    const { before, after } = event.data;
    const user = idOfStream(event.stream);
    if (after === "Admin") shop.security.note(c, { kind: "admin made", user });
    else if (before === "Admin") shop.security.note(c, { kind: "admin removed", user });
  }
}
