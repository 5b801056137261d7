import { House, ListOrdered } from "lucide-react";
import {
  Sidebar,
  SidebarMenu,
  SidebarMenuBadge,
  SidebarMenuButton,
  SidebarProvider,
  SidebarTrigger,
} from "../src/ui/sidebar.tsx";
import { TabLinks, tabLook } from "../src/ui/tab-links.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "../src/ui/tabs.tsx";
import { Example, Examples } from "./example.tsx";

export function Navigation() {
  return (
    <Examples title="Navigation">
      <Example name="Tabs">
        <Tabs defaultValue="orders">
          <TabsList aria-label="History">
            <TabsTrigger value="orders">Orders 12</TabsTrigger>
            <TabsTrigger value="requests">Requests</TabsTrigger>
          </TabsList>
          <TabsContent value="orders">The orders</TabsContent>
          <TabsContent value="requests">The requests</TabsContent>
        </Tabs>
      </Example>
      <Example name="TabLinks">
        <TabLinks aria-label="Pages">
          <a href="#movements" className={tabLook} aria-current="page">
            Movements
          </a>
          <a href="#acts" className={tabLook}>
            Acts
          </a>
        </TabLinks>
      </Example>
      <Example name="Sidebar">
        <SidebarProvider className="min-h-0 w-full">
          <Sidebar className="static lg:h-80">
            <SidebarMenu aria-label="Office">
              <SidebarMenuButton
                icon={<House aria-hidden />}
                name="Dashboard"
                render={<a href="#dashboard" />}
              />
              <SidebarMenuButton
                icon={<ListOrdered aria-hidden />}
                name="Orders"
                badge={<SidebarMenuBadge>8</SidebarMenuBadge>}
                render={<a href="#orders" aria-current="page" />}
              />
            </SidebarMenu>
            <SidebarTrigger />
          </Sidebar>
          <p className="p-4">The page</p>
        </SidebarProvider>
      </Example>
    </Examples>
  );
}
