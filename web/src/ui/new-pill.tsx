import { ArrowUp } from "lucide-react";
import { Button } from "./button.tsx";

/** Shows how many new rows are not in the list yet. A tap shows them. */
export function NewPill({ count = 0, onShow }: { count: number | undefined; onShow: () => void }) {
  return (
    <div role="status" className="empty:-mr-2">
      {count > 0 && (
        <Button variant="soft" size="pill" onClick={onShow}>
          <ArrowUp aria-hidden className="size-4" /> {count} new
        </Button>
      )}
    </div>
  );
}
