import { queryOptions } from "@tanstack/react-query";
import type { ApprovalsAnswer } from "#api/contract/approvals.ts";
import { get } from "../../lib/api.ts";

/** No event tells of a request, since nothing has happened yet. */
const look_again_ms = 20_000;

/** What waits for a second admin. */
export const approvalsQuery = queryOptions({
  queryKey: ["admin", "approvals"],
  queryFn: ({ signal }) => get<ApprovalsAnswer>("/approval", signal),
  refetchInterval: look_again_ms,
  meta: { outdatedBy: (event) => event.event === "userUpdated" },
});
