import { PanelLeftClose, PanelLeftOpen } from "lucide-react";
import type { ComponentProps, ReactElement, ReactNode } from "react";
import { cn } from "../lib/cn.ts";
import { useIsSide } from "../lib/media.ts";
import { storedFlag } from "../lib/storage.ts";
import Tooltip from "./tooltip.tsx";

const useStoredCollapsed = storedFlag("sidebar", "collapsed");

/** Whether only the icons of the sidebar are shown. Remembered on this device. A phone has no sidebar. */
function useCollapsed(): [isCollapsed: boolean, set: (isCollapsed: boolean) => void] {
  const [isCollapsed, set] = useStoredCollapsed();
  return [useIsSide() && isCollapsed, set];
}

/** The page with its sidebar, whose width is --sidebar-width. Below lg, the sidebar is a bar at the top. */
export function SidebarProvider({ children }: { children: ReactNode }) {
  const [isCollapsed] = useCollapsed();
  return (
    <div
      data-slot="sidebar-wrapper"
      data-state={isCollapsed ? "collapsed" : "expanded"}
      className="group/sidebar min-h-dvh [--sidebar-width:14rem] data-[state=collapsed]:[--sidebar-width:4.5rem] lg:grid lg:grid-cols-[var(--sidebar-width)_1fr] lg:transition-[grid-template-columns] lg:duration-150"
    >
      {children}
    </div>
  );
}

export function Sidebar({ children }: { children: ReactNode }) {
  return (
    <header
      data-slot="sidebar"
      className="sticky top-0 z-20 border-b border-border bg-card pt-[env(safe-area-inset-top)] max-lg:short:static lg:flex lg:h-dvh lg:flex-col lg:gap-2 lg:overflow-x-hidden lg:overflow-y-auto lg:border-r lg:border-b-0 lg:px-3 lg:py-4"
    >
      {children}
    </header>
  );
}

/** The links: a column at the side, a line that scrolls at the top. */
export function SidebarMenu(props: ComponentProps<"nav">) {
  return (
    <nav
      data-slot="sidebar-menu"
      className="scroll-fade relative flex gap-1 overflow-x-auto px-3 pb-1 [--scroll-under:var(--color-card)] [scrollbar-width:none] lg:flex-col lg:overflow-visible lg:px-0"
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
    <Tooltip
      text={name}
      side="right"
      isOff={!isCollapsed}
      render={render}
      data-slot="sidebar-menu-button"
      className={cn(
        "relative flex min-h-12 shrink-0 items-center gap-3 rounded-lg px-3 text-left text-base font-medium text-muted-foreground hover:bg-muted aria-[current=page]:bg-accent aria-[current=page]:font-bold aria-[current=page]:text-primary lg:min-h-10",
        className,
      )}
    >
      <span className="hidden lg:block [&>svg]:size-5">{icon}</span>
      <span className="flex-1 lg:whitespace-nowrap group-data-[state=collapsed]/sidebar:sr-only">{name}</span>
      {badge}
    </Tooltip>
  );
}

/** A number beside a name. Above the icon when only that is shown. */
export function SidebarMenuBadge({ children }: { children: ReactNode }) {
  return (
    <span
      data-slot="sidebar-menu-badge"
      className="text-sm font-bold group-data-[state=collapsed]/sidebar:absolute group-data-[state=collapsed]/sidebar:-top-0.5 group-data-[state=collapsed]/sidebar:-right-0.5 group-data-[state=collapsed]/sidebar:rounded-full group-data-[state=collapsed]/sidebar:bg-primary group-data-[state=collapsed]/sidebar:px-1.5 group-data-[state=collapsed]/sidebar:text-xs group-data-[state=collapsed]/sidebar:text-primary-foreground"
    >
      {children}
    </span>
  );
}

/** Shows only the icons, or the names again. At the sidebar's end. */
export function SidebarTrigger() {
  const [isCollapsed, setCollapsed] = useCollapsed();
  return (
    <SidebarMenuButton
      icon={isCollapsed ? <PanelLeftOpen aria-hidden /> : <PanelLeftClose aria-hidden />}
      name={isCollapsed ? "Expand the menu" : "Collapse the menu"}
      className="mt-auto max-lg:hidden"
      render={<button type="button" onClick={() => setCollapsed(!isCollapsed)} />}
    />
  );
}
