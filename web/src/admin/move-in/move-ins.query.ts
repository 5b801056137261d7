import { queryOptions } from "@tanstack/react-query";
import type { MoveInRecord, MoveInsAnswer, RefusedLineRecord } from "#api/contract/move-in.ts";
import { get } from "../../lib/api.ts";

/** While one moves in, and while another admin may be deciding. */
const running_ms = 1000;
const waiting_ms = 15_000;

export const moveInsQuery = queryOptions({
  queryKey: ["admin", "move-ins"],
  queryFn: ({ signal }) => get<MoveInsAnswer>("/move-in", signal),
  refetchInterval: ({ state: { data } }) => (data?.items.some(isRunning) ? running_ms : waiting_ms),
  // Another admin may have started it while this page was elsewhere.
  staleTime: 0,
});

export function refusedLinesQuery({ _id, finishedAt }: MoveInRecord) {
  return queryOptions({
    // After the run, it has also what was left out.
    queryKey: ["admin", "move-ins", _id, finishedAt],
    queryFn: ({ signal }) => get<RefusedLineRecord[]>(`/move-in/${_id}/refused`, signal),
    staleTime: Infinity,
  });
}

function isRunning({ state }: MoveInRecord): boolean {
  return state === "running";
}
