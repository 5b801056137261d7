import { PanelLeftClose, PanelLeftOpen } from "lucide-react";
import type { ComponentProps, ReactElement, ReactNode } from "react";
import { cn } from "../lib/cn.ts";
import { useIsSide } from "../lib/media.ts";
import { storedFlag } from "../lib/storage.ts";
import { Tooltip, TooltipContent, TooltipTrigger } from "./tooltip.tsx";

const useStoredCollapsed = storedFlag("sidebar", "collapsed");

/** Whether only the icons of the sidebar are shown. Remembered on this device. A phone has no sidebar. */
function useCollapsed(): [isCollapsed: boolean, set: (isCollapsed: boolean) => void] {
  const [isCollapsed, set] = useStoredCollapsed();
  return [useIsSide() && isCollapsed, set];
}

/** The page with its sidebar, whose width is --sidebar-width. Below lg, the sidebar is a bar at the top. */
export function SidebarProvider({ className, ...props }: ComponentProps<"div">) {
  const [isCollapsed] = useCollapsed();
  return (
    <div
      data-slot="sidebar-wrapper"
      data-state={isCollapsed ? "collapsed" : "expanded"}
      className={cn(
        "group/sidebar min-h-dvh [--sidebar-width:14rem] data-[state=collapsed]:[--sidebar-width:4.5rem] lg:grid lg:grid-cols-[var(--sidebar-width)_1fr] lg:transition-[grid-template-columns] lg:duration-150",
        className,
      )}
      {...props}
    />
  );
}

export function Sidebar({ className, ...props }: ComponentProps<"header">) {
  return (
    <header
      data-slot="sidebar"
      className={cn(
        "sticky top-0 z-20 border-b border-border bg-card pt-[env(safe-area-inset-top)] lg:flex lg:h-dvh lg:flex-col lg:gap-2 lg:overflow-x-hidden lg:overflow-y-auto lg:border-r lg:border-b-0 lg:px-3 lg:py-4",
        className,
      )}
      {...props}
    />
  );
}

/** The links: a column at the side, a line that scrolls at the top. */
export function SidebarMenu({ className, ...props }: ComponentProps<"nav">) {
  return (
    <nav
      data-slot="sidebar-menu"
      className={cn(
        "scroll-fade relative flex gap-1 overflow-x-auto px-3 pb-1 [--scroll-under:var(--card)] [scrollbar-width:none] lg:flex-col lg:overflow-visible lg:px-0",
        className,
      )}
      {...props}
    />
  );
}

interface Props {
  icon: ReactNode;
  name: string;
  badge?: ReactNode;
  className?: string;
  render: ReactElement<ComponentProps<"a"> | ComponentProps<"button">>;
}

/** `render` is the link or button. Its name is its tooltip when only the icon is shown. */
export function SidebarMenuButton({ icon, name, badge, className, render }: Props) {
  const [isCollapsed] = useCollapsed();
  return (
    <Tooltip disabled={!isCollapsed}>
      <TooltipTrigger
        render={render}
        data-slot="sidebar-menu-button"
        className={cn(
          "relative flex min-h-12 shrink-0 items-center gap-3 rounded-lg px-3 text-left text-base font-medium text-muted-foreground hover:bg-muted aria-[current=page]:bg-accent aria-[current=page]:font-bold aria-[current=page]:text-primary lg:min-h-10",
          className,
        )}
      >
        <span className="hidden lg:block [&>svg]:size-5">{icon}</span>
        <span className="flex-1 lg:whitespace-nowrap group-data-[state=collapsed]/sidebar:sr-only">
          {name}
        </span>
        {badge}
      </TooltipTrigger>
      <TooltipContent side="right">{name}</TooltipContent>
    </Tooltip>
  );
}

/** A number beside a name. Above the icon when only that is shown. */
export function SidebarMenuBadge({ className, ...props }: ComponentProps<"span">) {
  return (
    <span
      data-slot="sidebar-menu-badge"
      className={cn(
        "text-sm font-bold group-data-[state=collapsed]/sidebar:absolute group-data-[state=collapsed]/sidebar:-top-0.5 group-data-[state=collapsed]/sidebar:-right-0.5 group-data-[state=collapsed]/sidebar:rounded-full group-data-[state=collapsed]/sidebar:bg-primary group-data-[state=collapsed]/sidebar:px-1.5 group-data-[state=collapsed]/sidebar:text-xs group-data-[state=collapsed]/sidebar:text-primary-foreground",
        className,
      )}
      {...props}
    />
  );
}

/** Shows only the icons, or the names again. */
export function SidebarTrigger({ className }: { className?: string }) {
  const [isCollapsed, setCollapsed] = useCollapsed();
  return (
    <SidebarMenuButton
      icon={isCollapsed ? <PanelLeftOpen aria-hidden /> : <PanelLeftClose aria-hidden />}
      name={isCollapsed ? "Expand the menu" : "Collapse the menu"}
      className={cn("max-lg:hidden", className)}
      render={<button type="button" onClick={() => setCollapsed(!isCollapsed)} />}
    />
  );
}
