import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { momoDetailsBody, noticeBody, supportLinksBody, type NoticeRecord } from "#contract/settings.ts";
import { limits } from "#contract/terms/limits.ts";
import { groupPhone } from "#contract/terms/phone.ts";
import { texts } from "#contract/terms/texts.ts";
import { buttonVariants } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Loading } from "../../ui/loading.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { Field, inputLook, TextField } from "../../ui/field.tsx";
import { PhoneField } from "../../ui/phone-field.tsx";
import { ownPayment } from "./own-payment.ts";
import { noticeQuery } from "../../live/notice.query.ts";
import { AdminFactor } from "./admin-factor.tsx";
import { Limits } from "./limits.tsx";
import { RemoveDecided } from "./remove-decided.tsx";
import { SignalsCard } from "../../notifications/office/signals-card.tsx";
import { StepUpCard } from "./step-up-card.tsx";
import { SettingForm, type Setting } from "./setting-form.tsx";

const noticeSetting: Setting<"noticeContent"> = {
  title: "Notice",
  about: "Everyone who is signed in sees it on the home page at once.",
  path: "/extra/notice",
  act: "notice",
  schema: noticeBody,
  failure: texts.errorUpdatingNotice,
  fields: {
    noticeContent: ({ error, value, onValue }) => (
      <Field label="Notice text" error={error}>
        {(parts) => (
          <textarea
            {...parts}
            rows={5}
            maxLength={limits.notice_length_max}
            className={`${inputLook} py-2.5`}
            value={value}
            onChange={({ target }) => onValue(target.value)}
          />
        )}
      </Field>
    ),
  },
};

const paymentSetting: Setting<"momoPhoneNumber" | "momoAccountName"> = {
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
    momoAccountName: (field) => <TextField label="Account name" autoComplete="off" {...field} />,
  },
};

const linkInput = { type: "url", inputMode: "url", autoComplete: "off", placeholder: "https://" } as const;

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

/** The shop's settings. Each is saved separately, and never over another admin's change. */
export function SettingsPage() {
  const query = useQuery(noticeQuery);
  const { data: notice } = query;
  return (
    <>
      <PageTitle>Other Info</PageTitle>
      <Loading of={query} what="The settings could not be loaded." rows={3} height="h-52" />
      {notice !== undefined && <Settings notice={notice} />}
    </>
  );
}

function Settings({ notice }: { notice: NoticeRecord }) {
  return (
    <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-2">
      <SettingForm setting={noticeSetting} live={notice} />
      <SettingForm setting={paymentSetting} live={notice} />
      <SettingForm setting={supportSetting} live={notice} />
      <SignalsCard />
      <Limits />
      <StepUpCard />
      <AdminFactor />
      <Card className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg font-bold">Messages</h2>
        <Link
          to="/admin/messages"
          search={{ tab: "settings" }}
          className={buttonVariants({ variant: "outline" })}
        >
          Numbers and texts of SMS
        </Link>
      </Card>
      <Card className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg font-bold">Moving in</h2>
        <Link
          to="/admin/extras"
          search={{ tab: "move-in" }}
          className={buttonVariants({ variant: "outline" })}
        >
          Users and products from another shop
        </Link>
      </Card>
      <RemoveDecided />
    </div>
  );
}
