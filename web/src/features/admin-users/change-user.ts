import type { UserRecord } from "#api/contract/users.ts";
import type { AccountStatus, Level } from "#ledger/terms/statuses.ts";
import { texts } from "#ledger/terms/texts.ts";
import { call, put } from "../../lib/api.ts";
import { queryClient } from "../../lib/query-client.ts";
import { applyChange } from "../../live/apply.ts";
import { notify } from "../../ui/notifications.ts";

/** Each acts at once; the server refuses what would leave the shop without an admin, or is about oneself. */
export async function changeLevel(id: string, userLevel: Level): Promise<void> {
  take(await put<{ user: UserRecord }>(`/user/${id}/level`, { userLevel }));
  notify(texts.userLevelUpdated, "success");
}

export async function changeStatus(id: string, status: AccountStatus): Promise<void> {
  take(await put<{ user: UserRecord }>(`/user/${id}/status`, { status }));
  notify(texts.userStatusUpdated, "success");
}

export async function deleteUser(id: string): Promise<void> {
  await call("DELETE", `/user/delete/${id}`);
  notify(texts.userDeleted, "success");
  await queryClient.invalidateQueries({ queryKey: ["users", "page"] });
}

/** Signs a user out everywhere, or on one device. */
export async function endSessions(id: string, session?: string): Promise<void> {
  const { data } = await call<{ message: string }>(
    "DELETE",
    `/user/${id}/sessions${session === undefined ? "" : `?session=${session}`}`,
  );
  notify(data.message, "success");
  await queryClient.invalidateQueries({ queryKey: ["account", id] });
}

function take({ user }: { user: UserRecord }): void {
  applyChange(queryClient, { event: "userUpdated", data: user, position: user.position });
}
