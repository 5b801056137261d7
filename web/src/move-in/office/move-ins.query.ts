import type { MoveInRecord, MoveInsAnswer, RefusedLineRecord } from "#contract/move-in.ts";
import { getQuery } from "../../lib/get-query.ts";

/** While one moves in, and while another admin may be deciding. */
const running_ms = 1000;
const waiting_ms = 15_000;

export const moveInsQuery = getQuery<MoveInsAnswer>(["admin", "move-ins"], "/move-in", {
  refetchInterval: ({ state: { data } }) => (data?.items.some(isRunning) ? running_ms : waiting_ms),
  // Another admin may have started it while this page was elsewhere.
  staleTime: 0,
});

export function refusedLinesQuery({ _id, finishedAt }: MoveInRecord) {
  // After the run, it has also what was left out.
  const key = ["admin", "move-ins", _id, finishedAt];
  return getQuery<RefusedLineRecord[]>(key, `/move-in/${_id}/refused`, { staleTime: Infinity });
}

function isRunning({ state }: MoveInRecord): boolean {
  return state === "running";
}
