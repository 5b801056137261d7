import { useNavigate, useSearch } from "@tanstack/react-router";
import { PageTitle } from "../../ui/page-title.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "../../ui/tabs.tsx";
import { GatewayBanner } from "./gateway-banner.tsx";
import { MessageList } from "./message-list.tsx";
import { MessageSettings } from "./message-settings.tsx";

export function MessagesPage() {
  const { tab } = useSearch({ from: "/admin/messages" });
  const navigate = useNavigate({ from: "/admin/messages" });
  return (
    <>
      <PageTitle>Messages</PageTitle>
      <GatewayBanner />
      <Tabs
        value={tab === "settings" ? tab : "messages"}
        onValueChange={(chosen) => void navigate({ search: chosen === "settings" ? { tab: chosen } : {} })}
      >
        <TabsList aria-label="Parts">
          <TabsTrigger value="messages">Messages</TabsTrigger>
          <TabsTrigger value="settings">Settings</TabsTrigger>
        </TabsList>
        <TabsContent value="messages">
          <MessageList />
        </TabsContent>
        <TabsContent value="settings">
          <MessageSettings />
        </TabsContent>
      </Tabs>
    </>
  );
}
