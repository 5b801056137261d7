import { OfflineBanner } from "../ui/offline-banner.tsx";
import { useUpdate } from "../lib/update.ts";
import { Button } from "../ui/button.tsx";
import { Clock } from "lucide-react";
import { nextMidnight_ms } from "#contract/terms/dates.ts";
import { limits } from "#contract/terms/limits.ts";
import { useNow_ms } from "../lib/now.ts";

/** The banners above every page, if there is something to say. The one with a button is first, so that no other moves it. */
export function Banners({ isTypedKept = true }: { isTypedKept?: boolean }) {
  return (
    <>
      <UpdateBanner />
      <OfflineBanner />
      <MidnightBanner isTypedKept={isTypedKept} />
    </>
  );
}

/** Offers a new version. Nothing reloads without a tap. */
function UpdateBanner() {
  const install = useUpdate();
  return (
    <div role="status">
      {install !== null && (
        <p className="flex flex-wrap items-center justify-center gap-x-4 gap-y-1 bg-accent px-4 py-1 text-sm font-medium text-primary">
          A new version is ready.
          <Button variant="ghost" onClick={install}>
            Update now
          </Button>
        </p>
      )}
    </div>
  );
}

const minute_ms = 60_000;

/** Warns five minutes before midnight, when every session ends. */
function MidnightBanner({ isTypedKept }: { isTypedKept: boolean }) {
  const now_ms = useNow_ms();
  const left_ms = nextMidnight_ms(now_ms) - now_ms;
  const minutes = Math.ceil(left_ms / minute_ms);
  return (
    <div role="status">
      {left_ms <= limits.midnight_warning_ms && (
        <p className="flex items-center justify-center gap-2 bg-warning-soft px-4 py-2 text-center text-sm font-medium text-warning">
          <Clock aria-hidden className="size-4 shrink-0" />
          You will be signed out at midnight, in {minutes} {minutes === 1 ? "minute" : "minutes"}.{" "}
          {isTypedKept ? "What you have typed is kept." : "Please save what you have typed."}
        </p>
      )}
    </div>
  );
}
