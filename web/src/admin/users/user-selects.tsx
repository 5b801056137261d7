import type { UserRecord } from "#api/contract/user-list.ts";
import { accountStatuses, levels, type AccountStatus, type Level } from "#ledger/terms/statuses.ts";
import { errorText } from "../../lib/api-error.ts";
import { useOnline } from "../../lib/online.ts";
import { getSession } from "../../lib/session.ts";
import { useCommand } from "../../lib/use-command.ts";
import { notify } from "../../ui/notifications.ts";
import { NativeSelect } from "../../ui/native-select.tsx";
import { changeLevel, changeStatus, lookAgain } from "./change-user.ts";

const small = "md:min-h-9 md:w-auto md:px-2";

/** Saved at once (specification section 4). Who is an admin is asked for on the user's page. */
export function LevelSelect({ user }: { user: UserRecord }) {
  const change = useCommand({
    send: (level: Level, send) => changeLevel(user, level, send),
    onError: (error) => failed(user, error),
  });
  const isOnline = useOnline();
  return (
    <NativeSelect
      aria-label={`Level of ${user.username}`}
      className={small}
      // Shows the choice until the answer arrives, and the actual value after a refusal.
      value={change.isBusy ? change.input : user.userLevel}
      disabled={!isOnline || change.isBusy || isSelf(user)}
      onChange={({ target }) => change.send(target.value as Level)}
    >
      {levels
        .filter((level) => level !== "Admin" || user.userLevel === "Admin")
        .map((level) => (
          <option key={level}>{level}</option>
        ))}
    </NativeSelect>
  );
}

export function StatusSelect({ user }: { user: UserRecord }) {
  const change = useCommand({
    send: (status: AccountStatus, send) => changeStatus(user, status, send),
    onError: (error) => failed(user, error),
  });
  const isOnline = useOnline();
  return (
    <NativeSelect
      aria-label={`Status of ${user.username}`}
      className={small}
      value={change.isBusy ? change.input : user.status}
      disabled={!isOnline || change.isBusy || isSelf(user)}
      onChange={({ target }) => change.send(target.value as AccountStatus)}
    >
      {accountStatuses.map((status) => (
        <option key={status}>{status}</option>
      ))}
    </NativeSelect>
  );
}

function failed(user: UserRecord, error: Error): void {
  notify(errorText(error), "danger");
  lookAgain(user._id);
}

/** Nobody can change their own level or status. */
export function isSelf(user: UserRecord): boolean {
  return user._id === getSession()?._id;
}
