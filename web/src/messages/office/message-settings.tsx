import { useQuery } from "@tanstack/react-query";
import { queryClient, getQuery } from "../../lib/query-client.ts";
import { messageSettingsBody, type MessageSettingsAnswer } from "#contract/messages.ts";
import { type CardNumberMode, cardNumberModes, occasionOf, templateFor } from "#contract/terms/messages.ts";
import { messageKinds } from "#contract/terms/event-texts.ts";
import { groupPhone } from "#contract/terms/phone.ts";
import { productForms } from "#contract/terms/product-types.ts";
import { errorText } from "../../lib/api-error.ts";
import { useForm, FormEnd } from "../../ui/form.tsx";
import { useLiveDraft, Outdated } from "../../office/live-draft.tsx";
import { Card } from "../../ui/card.tsx";
import { Loading } from "../../ui/placeholders.tsx";
import { notify } from "../../lib/notifications.ts";
import { PhoneField } from "../../ui/phone-field.tsx";
import { TemplateEditor } from "./template-editor.tsx";
import { formatDateTime } from "#contract/terms/dates.ts";
import type { ChangeRecord } from "#contract/audit.ts";
import { defined } from "../../lib/address.ts";

const messageSettingsQuery = getQuery<MessageSettingsAnswer>(["messages", "settings"], "/message/settings", {
  outdatedBy: (event) => event.event === "noticeUpdated",
});

/** The settings of messages: the shop's number, the texts, and the last change. Works on any admin page. */
export function MessageSettings() {
  const query = useQuery(messageSettingsQuery);
  if (!query.isSuccess)
    return <Loading of={query} what="The settings could not be loaded." rows={3} height="h-40" />;
  const { data } = query;
  return (
    <div className="flex flex-col gap-3.5">
      <SettingsForm saved={data} />
      {data.changed !== null && <LastChange settings={data} changed={data.changed} />}
    </div>
  );
}

type Settings = Pick<MessageSettingsAnswer, "adminPhone" | "cardNumber" | "templates">;

function formOf({ adminPhone, cardNumber, templates }: MessageSettingsAnswer): Settings {
  return { adminPhone, cardNumber, templates };
}

function useSettings(saved: MessageSettingsAnswer) {
  const { base, draft, change, ...live } = useLiveDraft(saved, formOf);
  const form = useForm({
    schema: messageSettingsBody,
    values: draft,
    onChange: change,
    body: (typed) => ({ ...typed, seen: formOf(base) }),
    send: (body, send) =>
      send<MessageSettingsAnswer>({
        method: "PUT",
        path: "/message/settings",
        body,
        changes: messageChanges(draft, formOf(base)),
      }),
    onDone: (answer) => {
      live.reload(answer);
      queryClient.setQueryData(messageSettingsQuery.queryKey, answer);
      notify("Message settings saved", "success");
    },
    onError: (error) => {
      notify(errorText(error), "danger");
      // If another admin was faster, the page shows their settings.
      void queryClient.invalidateQueries(messageSettingsQuery);
    },
  });
  return { ...live, ...form };
}

function SettingsForm({ saved }: { saved: MessageSettingsAnswer }) {
  const form = useSettings(saved);
  const { values, set, problems } = form;
  const discard = () => {
    form.forget();
    form.reload(saved);
  };
  return (
    <form noValidate className="flex flex-col gap-3.5" onSubmit={form.submit}>
      {form.isOutdated && <Outdated what="this" onLoad={discard} />}
      <Card className="flex flex-col gap-3.5">
        <PhoneField
          label="Number for messages to the shop"
          hint={adminPhoneHint(saved)}
          {...form.field("adminPhone")}
        />
        <CardNumberChoice mode={values.cardNumber} onChange={(cardNumber) => set({ cardNumber })} />
      </Card>
      <h2 className="text-lg font-bold">Texts</h2>
      {messageKinds.map((kind) => (
        <TemplateEditor
          key={kind}
          kind={kind}
          text={values.templates[kind] ?? occasionOf(kind).text}
          problem={problems[`templates.${kind}`]}
          onText={(text) => set({ templates: { ...values.templates, [kind]: text } })}
        />
      ))}
      {form.isDirty && (
        <FormEnd form={form} className="sticky bottom-3 shadow-xl sm:w-fit sm:self-end">
          Save message settings
        </FormEnd>
      )}
    </form>
  );
}

/** "AFA registration" */
const formsWithCard = productForms
  .filter(({ fields }) => fields.some(({ kind }) => kind === "card"))
  .map(({ title }) => title)
  .join(", ");

type CardNumberProps = { mode: CardNumberMode; onChange: (mode: CardNumberMode) => void };

function CardNumberChoice({ mode, onChange }: CardNumberProps) {
  return (
    <fieldset className="flex flex-wrap items-center gap-x-5 gap-y-1">
      <legend className="mb-1.5 text-sm font-medium text-muted-foreground">
        Card number in messages ({formsWithCard})
      </legend>
      {cardNumberModes.map((each) => (
        <label key={each} className="flex min-h-12 items-center gap-2">
          <input
            type="radio"
            name="card-number"
            className="size-5 accent-primary"
            checked={mode === each}
            onChange={() => onChange(each)}
          />
          {each === "whole" ? "The whole number" : "Its last four characters"}
        </label>
      ))}
    </fieldset>
  );
}

function adminPhoneHint({ effectivePhone }: MessageSettingsAnswer): string {
  return effectivePhone === ""
    ? "There is no admin yet whose number could be used"
    : `In use: ${groupPhone(effectivePhone)}. If empty, the first admin's number is used.`;
}

type Changed = NonNullable<MessageSettingsAnswer["changed"]>;

function LastChange({ settings, changed }: { settings: Settings; changed: Changed }) {
  return (
    <Card className="flex flex-col gap-2 text-sm">
      <h2 className="font-bold">
        Last changed by {changed.by} on {formatDateTime(changed.at)}
      </h2>
      <dl className="flex flex-col gap-2">
        {messageChanges(settings, changed.before).map(({ what, before, after }) => (
          <div key={what} className="flex flex-col">
            <dt className="text-muted-foreground">{what}</dt>
            <dd className="wrap-anywhere">
              <del className="text-muted-foreground">{before}</del>{" "}
              <ins className="no-underline">{after}</ins>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

/** What differs, as admins read it. */
function messageChanges(now: Settings, before: Settings): ChangeRecord[] {
  const phone = (digits: string) => (digits === "" ? "the first admin's own" : groupPhone(digits));
  const all = [
    { what: "Number", before: phone(before.adminPhone), after: phone(now.adminPhone) },
    { what: "Card number", before: before.cardNumber, after: now.cardNumber },
    ...messageKinds.map((kind) => ({
      what: occasionOf(kind).label,
      before: templateFor(kind, defined(before.templates)),
      after: templateFor(kind, defined(now.templates)),
    })),
  ];
  return all.filter((one) => one.before !== one.after);
}
