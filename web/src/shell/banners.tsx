import { MidnightBanner } from "./midnight-banner.tsx";
import { OfflineBanner } from "../ui/offline-banner.tsx";
import { useUpdate } from "../lib/update.ts";
import { Button } from "../ui/button.tsx";

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
