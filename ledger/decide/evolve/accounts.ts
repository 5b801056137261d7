import { idOfStream } from "#ledger/terms/streams.ts";
import type { EventOf } from "../events.ts";
import type { Account, State } from "../state.ts";
import type { Changes } from "./changes.ts";

type AccountEvent = EventOf<
  | "user_level_changed"
  | "user_status_changed"
  | "user_profile_changed"
  | "user_deleted"
  | "sessions_ended"
  | "api_key_replaced"
>;

export function registerAccount(state: State, event: EventOf<"user_registered">, changes: Changes): void {
  const { version, position, recorded_at } = event;
  const { level } = event.data;
  const user = idOfStream(event.stream);
  state.accounts.set(user, {
    user,
    level,
    status: "Active",
    deleted: false,
    registered_at: recorded_at,
    version,
    position,
  });
  changes.accounts.add(user);
  if (level !== "Admin") return;
  state.admins += 1;
  state.admins_ever.add(user);
}

/** Events that change nothing that is kept of the account still raise its version and position. */
export function evolveAccount(state: State, event: AccountEvent, changes: Changes): void {
  const { version, position } = event;
  const user = idOfStream(event.stream);
  const before = state.accounts.peek(user);
  if (!before) return;
  const after: Account = { ...before, version, position };
  if (event.type === "user_level_changed") after.level = event.data.after;
  if (event.type === "user_status_changed") after.status = event.data.after;
  if (event.type === "user_deleted") after.deleted = true;
  if (after.level === "Admin") state.admins_ever.add(user);
  state.accounts.set(user, after);
  changes.accounts.add(user);
  state.admins += Number(isActiveAdmin(after)) - Number(isActiveAdmin(before));
}

export function isActiveAdmin(account: Account): boolean {
  return account.level === "Admin" && account.status === "Active" && !account.deleted;
}
