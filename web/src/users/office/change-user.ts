import type { UserRecord } from "#contract/user-list.ts";
import type { DeletionAnswer, UserAnswer } from "#contract/users.ts";
import type { AccountStatus, Level } from "#contract/terms/statuses.ts";
import { texts } from "#contract/terms/texts.ts";
import { queryString } from "../../lib/lists.ts";
import { approvalsQuery } from "../../office/approvals.query.ts";
import { queryClient } from "../../lib/query-client.ts";
import type { Send } from "../../lib/command.ts";
import { applyChange } from "../../live/apply.ts";
import { notify } from "../../lib/notifications.ts";

/**
 * Changes a user at once. The server refuses a change that would leave the shop without an admin, that is about the
 * current admin, or that would overwrite another admin's change.
 */
export async function changeLevel({ _id, userLevel: seen }: UserRecord, userLevel: Level, send: Send) {
  const changes = seen === "Admin" ? [{ what: "level", before: seen, after: userLevel }] : [];
  const body = { userLevel, seen };
  changed(await send({ method: "PUT", path: `/user/${_id}/level`, body, changes }), texts.userLevelUpdated);
}

export async function changeAdmin({ _id, userLevel: seen }: UserRecord, isAdmin: boolean, send: Send) {
  const changes = [{ what: "level", before: seen, after: isAdmin ? "Admin" : "Customer" }];
  const body = { isAdmin, seen };
  changed(await send({ method: "PUT", path: `/user/${_id}/admin`, body, changes }), texts.userLevelUpdated);
}

export async function changeStatus({ _id, status: seen }: UserRecord, status: AccountStatus, send: Send) {
  const changes = [{ what: "status", before: seen, after: status }];
  const body = { status, seen };
  changed(await send({ method: "PUT", path: `/user/${_id}/status`, body, changes }), texts.userStatusUpdated);
}

function changed({ user, ...answer }: UserAnswer, done: string): void {
  applyChange(queryClient, { event: "userUpdated", data: user, position: user.position });
  told(answer, done);
}

/** Another admin may have to approve it first. */
function told({ pending }: { pending?: true | undefined }, done: string): void {
  if (pending) notify(texts.awaitingApproval);
  else notify(done, "success");
  void queryClient.invalidateQueries(approvalsQuery);
}

/** @returns whether they are deleted now */
export async function deleteUser(id: string, send: Send): Promise<boolean> {
  const changes = [{ what: "user", before: "there", after: "deleted" }];
  const answer = await send<DeletionAnswer>({ method: "DELETE", path: `/user/delete/${id}`, changes });
  told(answer, texts.userDeleted);
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
export function lookAgain(id: string): void {
  void queryClient.invalidateQueries({ queryKey: ["users", "page"] });
  void queryClient.invalidateQueries({ queryKey: ["account", id] });
}
