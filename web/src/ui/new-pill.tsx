import { ArrowUp, RefreshCw } from "lucide-react";
import { Button } from "./button.tsx";

/** Shows how many rows are not in the list yet, or have changed since it was fetched. A tap shows them. */
export function NewPill({
  count = 0,
  what = "new",
  onShow,
}: {
  count: number | undefined;
  what?: "new" | "changed";
  onShow: () => void;
}) {
  const Icon = what === "new" ? ArrowUp : RefreshCw;
  return (
    <div role="status" className="empty:-mr-2">
      {count > 0 && (
        <Button variant="soft" size="pill" onClick={onShow}>
          <Icon aria-hidden className="size-4" /> {count} {what}
        </Button>
      )}
    </div>
  );
}
