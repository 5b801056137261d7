import { MidnightBanner } from "./midnight-banner.tsx";
import { OfflineBanner } from "./offline-banner.tsx";
import { UpdateBanner } from "./update-banner.tsx";

/** What every page has to say above itself, when there is something to say. */
export function Banners({ isTypedKept = true }: { isTypedKept?: boolean }) {
  return (
    <>
      <OfflineBanner />
      <MidnightBanner isTypedKept={isTypedKept} />
      <UpdateBanner />
    </>
  );
}
