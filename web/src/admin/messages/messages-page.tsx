import { useNavigate } from "@tanstack/react-router";
import type { MessageState } from "#ledger/terms/statuses.ts";
import { messageKinds } from "#ledger/terms/event-texts.ts";
import { otherMessageKinds } from "#ledger/terms/message-kinds.ts";
import { defined } from "../../lib/address.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "../../ui/tabs.tsx";
import { GatewayBanner } from "./gateway-banner.tsx";
import { MessageList } from "./message-list.tsx";
import { MessageSettings } from "./message-settings.tsx";

export interface MessagesProps {
  tab?: "settings";
  state?: MessageState;
  kind?: string;
  search?: string;
  from?: string;
  to?: string;
  size?: number;
  trail?: string;
}

const kinds = [...messageKinds, ...otherMessageKinds];

export function MessagesPage({ tab, kind, ...others }: MessagesProps) {
  const list = { ...others, ...defined({ kind: kinds.find((each) => each === kind) }) };
  const navigate = useNavigate({ from: "/admin/messages" });
  return (
    <>
      <PageTitle>Messages</PageTitle>
      <GatewayBanner />
      <Tabs
        value={tab ?? "messages"}
        onValueChange={(chosen) => void navigate({ search: chosen === "settings" ? { tab: chosen } : {} })}
      >
        <TabsList aria-label="Parts">
          <TabsTrigger value="messages">Messages</TabsTrigger>
          <TabsTrigger value="settings">Settings</TabsTrigger>
        </TabsList>
        <TabsContent value="messages">
          <MessageList {...list} />
        </TabsContent>
        <TabsContent value="settings">
          <MessageSettings />
        </TabsContent>
      </Tabs>
    </>
  );
}
