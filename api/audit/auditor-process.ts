/** The auditor in a process of its own: it must not hold up an answer, so it also waits for whoever else wants a core. */
import { setPriority } from "node:os";
import { audit } from "#ledger/store/verify/audit/auditor.ts";
import type { AuditorMessage, AuditorSettings } from "./auditing.ts";

const lowest_priority = 19;

const tell = (message: AuditorMessage) => void process.send?.(message);

/** By message: an argument or the environment would show the database's password to whoever lists processes. */
process.once("message", (settings: AuditorSettings) => {
  setPriority(lowest_priority);
  const { signal } = new AbortController();
  const onError = (error: unknown) => tell({ error: error instanceof Error ? error.message : String(error) });
  audit({ ...settings, signal, onHead: (head) => tell({ head }), onError })
    .catch(onError)
    // What a message leaves in the channel goes out first.
    .finally(() => process.disconnect?.());
});

// The server is gone, or wants this to be: what was begun is undone by the database and begun anew by the next one.
// By a signal: process.exit waits for native threads, and was seen to wait for good.
process.once("disconnect", () => process.kill(process.pid, "SIGKILL"));
