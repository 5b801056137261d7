import { ChevronDown } from "lucide-react";
import { loadLater } from "../lib/load-later.tsx";
import { LazyMenu } from "../ui/lazy-menu.tsx";

const BuyMenuContent = loadLater(() => import("./buy-menu-content.tsx"));

export function BuyMenu({ className }: { className: string }) {
  return (
    <LazyMenu menu={BuyMenuContent} className={className}>
      Buy Bundle <ChevronDown aria-hidden className="size-4" />
    </LazyMenu>
  );
}
