import { Tabs as TabsPrimitive } from "@base-ui/react/tabs";
import { cn, type Styled } from "../lib/cn.ts";
import { useCurrentInView } from "../lib/current-in-view.ts";
import { tabLook, tabsListLook } from "./tab-links.tsx";

/** Tabs within one page. An arrow key moves to a tab; Enter or Space opens it, because most have to load something. */
export function Tabs(props: TabsPrimitive.Root.Props) {
  return <TabsPrimitive.Root data-slot="tabs" className="flex min-w-0 flex-col gap-3.5" {...props} />;
}

export function TabsList(props: TabsPrimitive.List.Props) {
  const line = useCurrentInView<HTMLDivElement>();
  return <TabsPrimitive.List ref={line} data-slot="tabs-list" className={tabsListLook} {...props} />;
}

export function TabsTrigger({ className, ...props }: Styled<TabsPrimitive.Tab.Props>) {
  return <TabsPrimitive.Tab data-slot="tabs-trigger" className={cn(tabLook, className)} {...props} />;
}

export function TabsContent({ className, ...props }: Styled<TabsPrimitive.Panel.Props>) {
  return (
    <TabsPrimitive.Panel
      data-slot="tabs-content"
      className={cn("flex min-w-0 flex-col gap-3.5 outline-offset-4", className)}
      {...props}
    />
  );
}
