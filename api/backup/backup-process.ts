/** Runs one turn of the backups in its own process with a low priority, so that it does not delay answers. */
import { setPriority } from "node:os";
import { type BackupSettings, type RoundKind, type RoundReport, runRound } from "./round.ts";

/** As of nice. A tail is small, and a shop that loses its disk loses what no tail has: at 19, four busy processes would
 *  leave it half a percent of a core. */
const priorities: Record<RoundKind, number> = { full: 19, tail: 10 };

export interface RoundOrder {
  kind: RoundKind;
  databaseUrl: string;
  settings: BackupSettings;
}

/** By message: arguments and the environment would show passwords in process lists. */
process.once("message", ({ kind, databaseUrl, settings }: RoundOrder) => {
  setPriority(priorities[kind]);
  void runRound(kind, databaseUrl, settings)
    .catch((error: unknown): RoundReport => ({ failure: String(error) }))
    .then((report) => process.send?.(report))
    // Messages in the channel are delivered before it closes.
    .finally(() => process.disconnect?.());
});

// The server has stopped or wants this process to stop. The next turn begins again.
process.once("disconnect", () => process.kill(process.pid, "SIGKILL"));
