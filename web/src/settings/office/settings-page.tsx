import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { momoDetailsBody, noticeBody, supportLinksBody } from "#contract/settings.ts";
import { limits } from "#contract/terms/limits.ts";
import { groupPhone } from "#contract/terms/phone.ts";
import { texts } from "#contract/terms/texts.ts";
import { ButtonLink } from "../../office/links.tsx";
import { Card } from "../../ui/card.tsx";
import { Loading, SkeletonRows } from "../../ui/placeholders.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { TextField } from "../../ui/field.tsx";
import { TextAreaField } from "../../ui/text-area.tsx";
import { PhoneField } from "../../ui/phone-field.tsx";
import { ownPayment } from "./payment-change.tsx";
import { noticeQuery } from "../../live/notice.query.ts";
import { AdminFactor, StepUpCard, Limits } from "./safety.tsx";
import { DeviceNotifications } from "../../notifications/office/device-notifications.tsx";
import { SettingForm, type Setting } from "./setting-form.tsx";
import type { ComponentProps } from "react";
import { countText } from "../../lib/count-text.ts";
import { countsQuery } from "../../live/counts.query.ts";
import { Remove } from "../../office/remove.tsx";
import { loadLater } from "../../lib/load-later.tsx";

const noticeSetting: Setting<"noticeContent"> = {
  title: "Notice",
  about: "Everyone who is signed in sees it on the home page at once.",
  path: "/extra/notice",
  act: "notice",
  schema: noticeBody,
  failure: texts.errorUpdatingNotice,
  fields: {
    noticeContent: (field) => (
      <TextAreaField label="Notice text" rows={5} maxLength={limits.notice_length_max} {...field} />
    ),
  },
};

export const paymentSetting: Setting<"momoPhoneNumber" | "momoAccountName"> = {
  title: "Payment details",
  about: "Where customers send the money of their top-ups. Every admin is notified of a change at once.",
  path: "/extra/momo-details",
  act: "payment details",
  schema: momoDetailsBody,
  failure: "Error updating payment details:",
  changes: (before, after) =>
    [
      {
        what: "Mobile money number",
        before: groupPhone(before.momoPhoneNumber),
        after: groupPhone(after.momoPhoneNumber),
      },
      { what: "Account name", before: before.momoAccountName, after: after.momoAccountName },
    ].filter((change) => change.before !== change.after),
  onSend: ownPayment.expect,
  fields: {
    momoPhoneNumber: (field) => <PhoneField label="Mobile money number" {...field} />,
    momoAccountName: (field) => <TextField label="Account name" {...field} />,
  },
};

const linkInput = { type: "url", inputMode: "url", placeholder: "https://" } as const;

const supportSetting: Setting<"supportGroup" | "supportChat"> = {
  title: "Support links",
  about: "Where Support in the bottom bar leads. Without a link it is not shown.",
  path: "/extra/support-links",
  act: "support links",
  schema: supportLinksBody,
  failure: "Error updating support links:",
  fields: {
    supportGroup: (field) => <TextField label="Chat group" {...linkInput} {...field} />,
    supportChat: (field) => <TextField label="Chat with the shop" {...linkInput} {...field} />,
  },
};

const elsewhere = [
  { title: "Messages", text: "Numbers and texts of SMS", to: "/admin/messages", search: { tab: "settings" } },
  { title: "Agents’ shops", text: "On or off, prices, reports", to: "/admin/shops" },
  {
    title: "Withdrawals",
    text: "Whether users take money out, and how",
    to: "/admin/payments",
    search: { show: "withdrawals" },
  },
  { title: "Open your shop", text: "All steps, from products to backups", to: "/admin/open" },
  {
    title: "Moving in",
    text: "Users and products from another shop",
    to: "/admin/extras",
    search: { tab: "move-in" },
  },
] as const;

/** The shop's settings. Each is saved separately, and never over another admin's change. */
function SettingsPage() {
  const query = useQuery(noticeQuery);
  const { data: notice } = query;
  return (
    <>
      <PageTitle>Other Info</PageTitle>
      <Loading of={query} what="The settings could not be loaded." rows={3} height="h-52" />
      {notice !== undefined && (
        <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-2">
          <SettingForm setting={noticeSetting} live={notice} />
          <SettingForm setting={paymentSetting} live={notice} />
          <SettingForm setting={supportSetting} live={notice} />
          <DeviceNotifications />
          <Limits />
          <StepUpCard />
          <AdminFactor />
          {elsewhere.map(({ title, text, ...link }) => (
            <Card key={title} className="flex flex-wrap items-center justify-between gap-3">
              <h2 className="text-lg font-bold">{title}</h2>
              <ButtonLink size="default" {...link}>
                {text}
              </ButtonLink>
            </Card>
          ))}
          <RemoveDecided />
        </div>
      )}
    </>
  );
}

/** Empties the lists of what is over. It is rarely done and concerns everybody, so it is far from the daily work. */
function RemoveDecided() {
  const { data: counts } = useQuery(countsQuery);
  return (
    <>
      <Decided
        noun="order"
        count={counts && counts.completed + counts.rejected}
        path="/order/del-all-orders"
        lists="orders"
        failure={texts.errorDeletingOrders}
      >
        Nobody will see completed and rejected orders any more, including their buyers; open ones stay. All of
        them stay in the log and in the wallets.
      </Decided>
      <Decided
        noun="request"
        count={counts?.recharges.decided}
        path="/recharge/del-all-requests"
        lists="topups"
        failure={texts.errorDeletingRequests}
      >
        Nobody will see approved and declined requests any more, including their users; open ones stay. All of
        them stay in the log and in the wallets.
      </Decided>
    </>
  );
}

interface Props extends Omit<ComponentProps<typeof Remove>, "name" | "title"> {
  noun: "order" | "request";
  count: number | undefined;
}

function Decided({ noun, count, ...act }: Props) {
  const decided = countText(count ?? 0, `decided ${noun}`);
  return (
    <Card role="region" aria-label={`Decided ${noun}s`} className="flex flex-wrap items-center gap-3">
      <div className="min-w-[min(14rem,100%)] flex-1">
        <h2 className="text-lg font-bold">Decided {noun}s</h2>
        <p className="text-sm text-muted-foreground">
          {count === undefined
            ? "…"
            : count === 0
              ? `No decided ${noun}s are in the lists.`
              : `${decided} ${count === 1 ? "is" : "are"} in the lists.`}
        </p>
      </div>
      {count !== undefined && count > 0 && (
        <Remove name={`Remove all decided ${noun}s`} title={`Remove ${decided}?`} {...act} />
      )}
    </Card>
  );
}

const MoveInPage = loadLater(() => import("../../move-in/office/move-in-page.tsx"));

/** Two tabs of one route: the login page loads the list of all routes, and another one would not fit into its budget. */
export function ExtrasTab() {
  const { tab } = useSearch({ from: "/admin/extras" });
  if (tab !== "move-in") return <SettingsPage />;
  return <MoveInPage placeholder={<SkeletonRows count={3} className="h-40" />} />;
}
