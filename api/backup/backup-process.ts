/** Runs one turn of the backups in its own process with the lowest priority, so that it does not delay answers. */
import { setPriority } from "node:os";
import { type BackupSettings, type RoundKind, type RoundReport, runRound } from "./round.ts";

const lowest_priority = 19;

export interface RoundOrder {
  kind: RoundKind;
  databaseUrl: string;
  settings: BackupSettings;
}

/** By message: arguments and the environment would show passwords in process lists. */
process.once("message", ({ kind, databaseUrl, settings }: RoundOrder) => {
  setPriority(lowest_priority);
  void runRound(kind, databaseUrl, settings)
    .catch((error: unknown): RoundReport => ({ failure: String(error) }))
    .then((report) => process.send?.(report))
    // Messages in the channel are delivered before it closes.
    .finally(() => process.disconnect?.());
});

// The server has stopped or wants this process to stop. The next turn begins again.
process.once("disconnect", () => process.kill(process.pid, "SIGKILL"));
