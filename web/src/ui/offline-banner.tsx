import { WifiOff } from "lucide-react";
import { formatDateTime } from "#contract/terms/dates.ts";
import { useOnline } from "../lib/store.ts";
import { useSession } from "../lib/session.ts";
import { readStored } from "../lib/storage.ts";
import { useLiveSign } from "../lib/live-state.ts";

/** Warns if the shown data may be old. Renders nothing while all is well or still starting. */
export function OfflineBanner() {
  const isOnline = useOnline();
  const isSignedIn = useSession() !== null;
  const sign = useLiveSign();
  const seenAt = isSignedIn ? readStored("seenAt") : null;
  const text = !isOnline
    ? `You are offline. ${seenAt === null ? "What you see may be old" : `What you see is from ${formatDateTime(seenAt)}`}, and nothing can be paid.`
    : isSignedIn && sign === "behind"
      ? "Reconnecting… What you see may be a little old."
      : "";
  return (
    <div role="status" aria-live="polite">
      {text !== "" && (
        <p className="flex items-center justify-center gap-2 bg-warning-soft px-4 py-2 text-center text-sm font-medium text-warning">
          <WifiOff aria-hidden className="size-4 shrink-0" />
          {text}
        </p>
      )}
    </div>
  );
}
