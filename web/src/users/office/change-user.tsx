import type { UserRecord } from "#contract/user-list.ts";
import type { DeletionAnswer, UserAnswer } from "#contract/users.ts";
import { type AccountStatus, type Level, accountStatuses, levels } from "#contract/terms/statuses.ts";
import { texts } from "#contract/terms/texts.ts";
import { queryString } from "../../lib/lists.ts";
import { approvalsQuery } from "../../office/approvals.query.ts";
import { queryClient } from "../../lib/query-client.ts";
import { type Send, useCommand } from "../../lib/command.ts";
import { applyChange } from "../../live/apply.ts";
import { notify } from "../../lib/notifications.ts";
import { errorText } from "../../lib/api-error.ts";
import { useOnline } from "../../lib/store.ts";
import { getSession } from "../../lib/session.ts";
import { NativeSelect } from "../../ui/native-select.tsx";

/**
 * Changes a user at once. The server refuses a change that would leave the shop without an admin, that is about the
 * current admin, or that would overwrite another admin's change.
 */
async function changeLevel({ _id, userLevel: seen }: UserRecord, userLevel: Level, send: Send) {
  const changes = seen === "Admin" ? [{ what: "level", before: seen, after: userLevel }] : [];
  const body = { userLevel, seen };
  changed(await send({ method: "PUT", path: `/user/${_id}/level`, body, changes }), texts.userLevelUpdated);
}

export async function changeAdmin({ _id, userLevel: seen }: UserRecord, isAdmin: boolean, send: Send) {
  const changes = [{ what: "level", before: seen, after: isAdmin ? "Admin" : "Customer" }];
  const body = { isAdmin, seen };
  changed(await send({ method: "PUT", path: `/user/${_id}/admin`, body, changes }), texts.userLevelUpdated);
}

async function changeStatus({ _id, status: seen }: UserRecord, status: AccountStatus, send: Send) {
  const changes = [{ what: "status", before: seen, after: status }];
  const body = { status, seen };
  changed(await send({ method: "PUT", path: `/user/${_id}/status`, body, changes }), texts.userStatusUpdated);
}

function changed({ user, ...answer }: UserAnswer, done: string): void {
  applyChange(queryClient, { event: "userUpdated", data: user, position: user.position });
  showOutcome(answer, done);
}

/** Another admin may have to approve it first. */
function showOutcome({ pending }: { pending?: true | undefined }, done: string): void {
  if (pending) notify(texts.awaitingApproval);
  else notify(done, "success");
  void queryClient.invalidateQueries(approvalsQuery);
}

/** @returns whether they are deleted now */
export async function deleteUser(id: string, send: Send): Promise<boolean> {
  const changes = [{ what: "user", before: "there", after: "deleted" }];
  const answer = await send<DeletionAnswer>({ method: "DELETE", path: `/user/delete/${id}`, changes });
  showOutcome(answer, texts.userDeleted);
  if (answer.pending) return false;
  await queryClient.invalidateQueries({ queryKey: ["users", "page"] });
  return true;
}

/** Signs a user out on all devices, or on one. */
export async function endSessions(id: string, session: string | undefined, send: Send): Promise<void> {
  const path = `/user/${id}/sessions${queryString({ session })}`;
  const { message } = await send<{ message: string }>({ method: "DELETE", path });
  notify(message, "success");
  await queryClient.invalidateQueries({ queryKey: ["account", id] });
}

/** Fetches the user again, because what the page shows is or may be outdated. */
function lookAgain(id: string): void {
  void queryClient.invalidateQueries({ queryKey: ["users", "page"] });
  void queryClient.invalidateQueries({ queryKey: ["account", id] });
}

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
