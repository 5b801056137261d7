/** Runs the auditor in its own process with the lowest priority, so that it does not delay answers. */
import { setPriority } from "node:os";
import { audit } from "#ledger/verify/audit/auditor.ts";
import type { AuditorMessage, AuditorSettings } from "./auditing.ts";

const lowest_priority = 19;

const tell = (message: AuditorMessage) => void process.send?.(message);

/** Settings come by message: arguments and the environment would show the database's password in process lists. */
process.once("message", (settings: AuditorSettings) => {
  if (!settings.isEager) setPriority(lowest_priority);
  const { signal } = new AbortController();
  const onError = (error: unknown) => tell({ error: error instanceof Error ? error.message : String(error) });
  const onFindings = (findings: number) => tell({ findings });
  audit({ ...settings, signal, onHead: (head) => tell({ head }), onFindings, onError })
    .catch(onError)
    // Messages in the channel are delivered before it closes.
    .finally(() => process.disconnect?.());
});

// The server has stopped or wants this process to stop. The database rolls back, and the next auditor starts again.
// By a signal, because process.exit waits for native threads, and was seen to hang.
process.once("disconnect", () => process.kill(process.pid, "SIGKILL"));
