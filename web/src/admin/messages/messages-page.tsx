import { Link } from "@tanstack/react-router";
import type { AnyMessageKind, MessageState } from "#ledger/terms/statuses.ts";
import { chipLook, Chips } from "../../ui/chips.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { GatewayBanner } from "./gateway-banner.tsx";
import { MessageList } from "./message-list.tsx";
import { MessageSettings } from "./message-settings.tsx";

export interface MessagesProps {
  tab?: "settings";
  state?: MessageState;
  kind?: AnyMessageKind;
  search?: string;
  size?: number;
  trail?: string;
}

export function MessagesPage({ tab, ...list }: MessagesProps) {
  return (
    <>
      <PageTitle>Messages</PageTitle>
      <Chips label="Parts">
        <Link
          to="/admin/messages"
          className={chipLook({ on: tab === undefined })}
          aria-current={tab === undefined ? "page" : undefined}
        >
          Messages
        </Link>
        <Link
          to="/admin/messages"
          search={{ tab: "settings" }}
          className={chipLook({ on: tab === "settings" })}
          aria-current={tab === "settings" ? "page" : undefined}
        >
          Settings
        </Link>
      </Chips>
      <GatewayBanner />
      {tab === "settings" ? <MessageSettings /> : <MessageList {...list} />}
    </>
  );
}
