import type { UserRecord } from "#contract/user-list.ts";
import { accountStatuses, levels } from "#contract/terms/statuses.ts";
import { errorText } from "../../lib/api-error.ts";
import { useOnline } from "../../lib/online.ts";
import { getSession } from "../../lib/session.ts";
import { useCommand } from "../../lib/command.ts";
import { notify } from "../../lib/notifications.ts";
import { NativeSelect } from "../../ui/native-select.tsx";
import { changeLevel, changeStatus, lookAgain } from "./change-user.ts";

/** Saved at once (specification section 4). Who is an admin is asked for on the user's page. */
export function LevelSelect({ user }: { user: UserRecord }) {
  const choices = levels.filter((level) => level !== "Admin" || user.userLevel === "Admin");
  return (
    <UserSelect name="Level" user={user} value={user.userLevel} choices={choices} change={changeLevel} />
  );
}

export function StatusSelect({ user }: { user: UserRecord }) {
  const { status } = user;
  return (
    <UserSelect name="Status" user={user} value={status} choices={accountStatuses} change={changeStatus} />
  );
}

function UserSelect<Choice extends string>({
  name,
  user,
  value,
  choices,
  change: changeTo,
}: {
  name: string;
  user: UserRecord;
  value: Choice;
  choices: readonly Choice[];
  change: (user: UserRecord, choice: Choice, send: Parameters<typeof changeLevel>[2]) => Promise<void>;
}) {
  const change = useCommand({
    send: (choice: Choice, send) => changeTo(user, choice, send),
    onError: (error) => failed(user, error),
  });
  const isOnline = useOnline();
  return (
    <NativeSelect
      aria-label={`${name} of ${user.username}`}
      className="md:min-h-9 md:w-auto md:px-2"
      // Shows the choice until the answer arrives, and the actual value after a refusal.
      value={change.isBusy ? change.input : value}
      disabled={!isOnline || change.isBusy || isSelf(user)}
      onChange={({ target }) => change.send(target.value as Choice)}
    >
      {choices.map((choice) => (
        <option key={choice}>{choice}</option>
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
