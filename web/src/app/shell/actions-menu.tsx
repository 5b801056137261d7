import { Menu } from "lucide-react";
import { cn } from "../../lib/cn.ts";
import { loadLater } from "../../lib/load-later.tsx";
import { LazyMenu } from "../../ui/lazy-menu.tsx";

const ActionsMenuContent = loadLater(() => import("./actions-menu-content.tsx"));

/** The actions of the top bar as one menu, for a phone, which has no room for their buttons. */
export function ActionsMenu({ className }: { className: string }) {
  return (
    <LazyMenu
      menu={ActionsMenuContent}
      aria-label="Actions"
      className={cn("grid size-12 shrink-0 place-items-center rounded-lg text-foreground", className)}
    >
      <Menu aria-hidden className="size-6" />
    </LazyMenu>
  );
}
