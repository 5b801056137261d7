import { Tabs as TabsPrimitive } from "@base-ui/react/tabs";
import { cn } from "../lib/cn.ts";
import { useCurrentInView } from "../lib/current-in-view.ts";
import { tabLook, tabsListLook } from "./tab-links.tsx";

/** Tabs within one page. An arrow key moves to a tab; Enter or Space opens it, because most have to load something. */
export function Tabs({
  className,
  ...props
}: Omit<TabsPrimitive.Root.Props, "className"> & { className?: string }) {
  return (
    <TabsPrimitive.Root
      data-slot="tabs"
      className={cn("flex min-w-0 flex-col gap-3.5", className)}
      {...props}
    />
  );
}

export function TabsList({
  className,
  ...props
}: Omit<TabsPrimitive.List.Props, "className"> & { className?: string }) {
  const line = useCurrentInView<HTMLDivElement>();
  return (
    <TabsPrimitive.List ref={line} data-slot="tabs-list" className={cn(tabsListLook, className)} {...props} />
  );
}

export function TabsTrigger({
  className,
  ...props
}: Omit<TabsPrimitive.Tab.Props, "className"> & { className?: string }) {
  return <TabsPrimitive.Tab data-slot="tabs-trigger" className={cn(tabLook, className)} {...props} />;
}

export function TabsContent({
  className,
  ...props
}: Omit<TabsPrimitive.Panel.Props, "className"> & { className?: string }) {
  return (
    <TabsPrimitive.Panel
      data-slot="tabs-content"
      className={cn("flex min-w-0 flex-col gap-3.5 outline-offset-4", className)}
      {...props}
    />
  );
}
