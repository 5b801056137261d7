/** What belongs to a user becoming an admin, or no longer being one, whoever has the last word. */
import type { Context } from "hono";
import type { SideWrite } from "#ledger/store/write/writer.ts";
import { type Level, mayHaveApiKey } from "#ledger/terms/statuses.ts";
import { idOfStream } from "#ledger/terms/streams.ts";
import type { Env, Shop } from "../context.ts";
import type { AcceptedCommand } from "../http/command.ts";
import { replaceApiKeyWrite } from "./api-keys.ts";
import { endAllSessionsWrites } from "./sessions.ts";

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

/** Notes who became an admin, or is no longer one. */
export function noteAdmin(shop: Shop, c: Context<Env>, { events }: Pick<AcceptedCommand, "events">): void {
  for (const event of events) {
    if (event.type !== "user_level_changed") continue;
    const { before, after } = event.data;
    const user = idOfStream(event.stream);
    if (after === "Admin") shop.security.note(c, { kind: "admin made", user });
    else if (before === "Admin") shop.security.note(c, { kind: "admin removed", user });
  }
}
