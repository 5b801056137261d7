import type { UserRecord } from "#contract/user-list.ts";
import { accountStatuses, levels } from "#contract/terms/statuses.ts";
import { errorText } from "../../lib/api-error.ts";
import { useOnline } from "../../lib/online.ts";
import { getSession } from "../../lib/session.ts";
import { type Send, useCommand } from "../../lib/command.ts";
import { notify } from "../../lib/notifications.ts";
import { NativeSelect } from "../../ui/native-select.tsx";
import { changeLevel, changeStatus, lookAgain } from "./change-user.ts";

/** Saved at once (specification section 4). Who is an admin is asked for on the user's page. */
export function LevelSelect({ user }: { user: UserRecord }) {
  const choices = levels.filter((level) => level !== "Admin" || user.userLevel === "Admin");
  return (
    <UserSelect name="Level" user={user} value={user.userLevel} choices={choices} onChange={changeLevel} />
  );
}

export function StatusSelect({ user }: { user: UserRecord }) {
  const { status } = user;
  return (
    <UserSelect name="Status" user={user} value={status} choices={accountStatuses} onChange={changeStatus} />
  );
}

interface Props<Choice> {
  name: string;
  user: UserRecord;
  value: Choice;
  choices: readonly Choice[];
  onChange: (user: UserRecord, choice: Choice, send: Send) => Promise<void>;
}

function UserSelect<Choice extends string>({ name, user, value, choices, onChange }: Props<Choice>) {
  const change = useCommand({
    send: (choice: Choice, send) => onChange(user, choice, send),
    onError: (error) => {
      notify(errorText(error), "danger");
      lookAgain(user._id);
    },
  });
  const isOnline = useOnline();
  if (isSelf(user)) return <span>{value}</span>;
  return (
    <NativeSelect
      aria-label={`${name} of ${user.username}`}
      className="md:min-h-9 md:w-auto md:px-2"
      // Shows the choice until the answer arrives, and the actual value after a refusal.
      value={change.isBusy ? change.input : value}
      disabled={!isOnline || change.isBusy}
      onChange={({ target }) => change.send(target.value as Choice)}
    >
      {choices.map((choice) => (
        <option key={choice}>{choice}</option>
      ))}
    </NativeSelect>
  );
}

/** Nobody can change their own level or status. */
export function isSelf(user: UserRecord): boolean {
  return user._id === getSession()?._id;
}
