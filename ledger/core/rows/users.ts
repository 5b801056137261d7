import type { AccountStatus, Level } from "#contract/terms/statuses.ts";
import { as, bigint, boolean, integer, type Row, type Table, text, timestamptz, uuid } from "./table.ts";

/** In place of a user's id, if the shop itself acts. */
export const system = "system";

export interface Account extends Row {
  user: string;
  level: Level;
  status: AccountStatus;
  deleted: boolean;
  registered_at: string;
}

export const accountTable: Table<Account> = {
  name: "account",
  key: ["user"],
  fixed: ["registered_at"],
  columns: {
    user: as("user_id", uuid),
    level: text,
    status: text,
    deleted: boolean,
    registered_at: timestamptz,
    version: integer,
    position: bigint,
  },
};

export function isActiveAdmin(account: Account): boolean {
  return account.level === "Admin" && account.status === "Active" && !account.deleted;
}

export interface ApprovableUserIntents {
  /** `makesAdmin`: the caller has been asked whether the user shall be an admin. */
  change_level: { user: string; level: Level; seen?: Level; makesAdmin?: true };
  change_status: { user: string; status: AccountStatus; seen?: AccountStatus };
  delete_user: { user: string };
}
