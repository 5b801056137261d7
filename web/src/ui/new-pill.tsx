import { ArrowUp } from "lucide-react";
import { Button } from "./button.tsx";

/** How many rows have come that the list does not show yet; it does when asked to. `what`: of which not all may be the list's. */
export function NewPill({
  count = 0,
  what,
  onShow,
}: {
  count: number | undefined;
  what?: string | undefined;
  onShow: () => void;
}) {
  return (
    <div role="status" className="empty:-mr-2">
      {count > 0 && (
        <Button look="soft" size="pill" onClick={onShow}>
          <ArrowUp aria-hidden className="size-4" /> {count} new
          {what !== undefined && ` ${what}${count === 1 ? "" : "s"}`}
        </Button>
      )}
    </div>
  );
}
