import { useQuery } from "@tanstack/react-query";
import { MessageCircle, MessageSquare, Phone, Users } from "lucide-react";
import type { ReactNode } from "react";
import type { NoticeRecord } from "#contract/settings.ts";
import { groupPhone } from "#contract/terms/phone.ts";
import { texts } from "#contract/terms/texts.ts";
import { buttonVariants } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { Fact, Facts } from "../ui/facts.tsx";
import { Loading } from "../ui/placeholders.tsx";
import { ResponsiveDialog } from "../ui/responsive-dialog.tsx";
import { noticeQuery } from "../live/notice.query.ts";

/** Ways to contact the shop: chat group, direct chat, phone. */
export default function SupportSheet({ onClose, children }: { onClose: () => void; children?: ReactNode }) {
  const query = useQuery(noticeQuery);
  const { data: notice } = query;
  return (
    <ResponsiveDialog title="Support" onClose={onClose}>
      <Loading of={query} what="The contacts could not be loaded.">
        <p className="text-muted-foreground">{texts.loading}</p>
      </Loading>
      {notice !== undefined && (
        <>
          <p className="text-sm text-muted-foreground">
            {children ??
              "Something wrong with an order or a top-up? Tell us its reference, and we will look into it."}
          </p>
          <ChatLinks {...notice} />
          <Facts>
            <Fact name={notice.momoAccountName}>
              {groupPhone(notice.momoPhoneNumber)} <CopyButton value={notice.momoPhoneNumber} what="number" />
            </Fact>
          </Facts>
          <div className="flex flex-wrap gap-2.5">
            <a href={`tel:${notice.momoPhoneNumber}`} className={phoneLook}>
              <Phone aria-hidden className="size-5" /> Call
            </a>
            <a href={`sms:${notice.momoPhoneNumber}`} className={phoneLook}>
              <MessageSquare aria-hidden className="size-5" /> Text
            </a>
          </div>
        </>
      )}
    </ResponsiveDialog>
  );
}

const phoneLook = buttonVariants({ variant: "soft", className: "flex-1" });

function ChatLinks({ supportGroup, supportChat }: Pick<NoticeRecord, "supportGroup" | "supportChat">) {
  const links = [
    { href: supportChat, text: "Chat with us", Icon: MessageCircle },
    { href: supportGroup, text: "Join our group", Icon: Users },
  ].filter(({ href }) => href !== "");
  if (links.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-2.5">
      {links.map(({ href, text, Icon }) => (
        <a
          key={text}
          href={href}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonVariants({ className: "flex-1 whitespace-nowrap" })}
        >
          <Icon aria-hidden className="size-5" /> {text}
        </a>
      ))}
    </div>
  );
}
