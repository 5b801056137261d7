import type { AccountStatus, Level } from "#contract/terms/statuses.ts";
import { idOfStream } from "#contract/terms/streams.ts";
import type { Changes } from "../changes.ts";
import { type Account, isActiveAdmin } from "../rows/users.ts";
import type { State } from "../state.ts";
import {
  type Changed,
  changeRow,
  type Declaration,
  eventsOf,
  type Happened,
  type NoData,
  type Requested,
} from "./declare.ts";

export interface Registered {
  level: Level;
}

const ofUser = eventsOf("user");

export const userEvents = {
  user_registered: { stream: "user", evolve: register, opens: true } satisfies Declaration<
    "user",
    Registered
  >,
  user_level_changed: ofAccount<Changed<Level> & Requested>(({ after }) => ({ level: after })),
  user_status_changed: ofAccount<Changed<AccountStatus> & Requested>(({ after }) => ({ status: after })),
  /** The names of the fields that changed; their values are personal and stay out. */
  user_profile_changed: ofAccount<{ fields: string[] }>(() => ({})),
  user_deleted: ofAccount<Requested>(() => ({ deleted: true })),
  /** One session, or all of the user's if `session` is null, `except` for the one in which the password was changed. */
  sessions_ended: ofAccount<{ session: string | null; except?: string }>(() => ({})),
  /** The key before this one no longer works. */
  api_key_replaced: ofAccount<NoData>(() => ({})),
};

function register(state: State, event: Happened<"user", Registered>, changes: Changes): void {
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
function ofAccount<Data>(change: (data: Data) => Partial<Account>): Declaration<"user", Data> {
  return ofUser<Data>((state, event, changes) => {
    const user = idOfStream(event.stream);
    changeRow(state, event, changes, (before) => {
      const after: Account = { ...before, ...change(event.data) };
      if (after.level === "Admin") state.admins_ever.add(user);
      state.admins += Number(isActiveAdmin(after)) - Number(isActiveAdmin(before));
      return after;
    });
  });
}
