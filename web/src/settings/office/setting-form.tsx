import { type ComponentProps, Fragment, type ReactNode } from "react";
import type { GenericSchema } from "valibot";
import type { ChangeRecord } from "#contract/audit.ts";
import type { MomoDetailsAnswer, NoticeRecord } from "#contract/settings.ts";
import type { ActKind } from "#contract/terms/event-texts.ts";
import { texts } from "#contract/terms/texts.ts";
import { errorText, isUnknown } from "../../lib/api-error.ts";
import { useForm, FormEnd } from "../../ui/form.tsx";
import { nothingToSave, useLiveDraft, Outdated } from "../../office/live-draft.tsx";
import { problemsOf } from "../../lib/problems.ts";
import { queryClient } from "../../lib/query-client.ts";
import { applyChange } from "../../live/apply.ts";
import { Card } from "../../ui/card.tsx";
import { ConfirmChanges } from "../../ui/confirm.tsx";
import type { TextField } from "../../ui/field.tsx";
import { notify } from "../../lib/notifications.ts";
import { approvalsQuery } from "../../office/approvals.query.ts";
import { LastChange } from "./last-change.tsx";

type Name = Exclude<keyof NoticeRecord, "position" | "shopName">;

export interface Setting<Names extends Name> {
  title: string;
  about: string;
  path: string;
  act: ActKind;
  schema: GenericSchema;
  /** Shown before the server's reason if saving fails. */
  failure: string;
  /** What a save changes. If it is there, the form asks before it saves. */
  changes?: (before: Record<Names, string>, after: Record<Names, string>) => ChangeRecord[];
  /** Called with the values that are sent, and with null if they were refused. */
  onSend?: (sent: Record<Names, string> | null) => void;
  fields: Record<
    Names,
    (field: Pick<ComponentProps<typeof TextField>, "error" | "value" | "onValue">) => ReactNode
  >;
}

type SettingFormProps<Names extends Name> = { setting: Setting<Names>; live: NoticeRecord };

/** The form of one setting. Saving is refused if another admin has changed the setting meanwhile. */
export function SettingForm<Names extends Name>({ setting, live }: SettingFormProps<Names>) {
  const names = Object.keys(setting.fields) as Names[];
  const form = useSetting(setting, names, live);
  return (
    <Card role="region" aria-label={setting.title}>
      <form noValidate className="flex flex-col gap-3.5" onSubmit={form.submit}>
        <div>
          <h2 className="text-lg font-bold">{setting.title}</h2>
          <p className="text-sm text-muted-foreground">{setting.about}</p>
        </div>
        {form.isOutdated && (
          <Outdated
            what="this"
            onLoad={() => {
              form.forget();
              form.reload(live);
            }}
          />
        )}
        {names.map((name) => (
          <Fragment key={name}>{setting.fields[name](form.field(name))}</Fragment>
        ))}
        <FormEnd
          form={form.isDirty ? form : { ...form, error: null }}
          textOf={form.textOf}
          variant="soft"
          className="self-start"
        >
          Save
        </FormEnd>
        <LastChange kind={setting.act} />
      </form>
      {form.question && (
        <ConfirmChanges
          title={`Change ${setting.title.toLowerCase()}?`}
          changes={form.changes ?? []}
          {...form.question}
        />
      )}
    </Card>
  );
}

function useSetting<Names extends Name>(setting: Setting<Names>, names: Names[], live: NoticeRecord) {
  const pick = (notice: NoticeRecord) =>
    Object.fromEntries(names.map((name) => [name, notice[name]])) as Record<Names, string>;
  const { base, draft, change, ...form } = useLiveDraft(live, pick);
  const changes = setting.changes?.(pick(base), draft);
  const textOf = (error: Error) => `${setting.failure} ${errorText(error)}`;
  const saving = useForm({
    values: draft,
    onChange: change,
    body: (typed) => ({ ...typed, seen: pick(base) }),
    check: (body) => (form.isDirty ? problemsOf(setting.schema, body) : nothingToSave),
    isAsked: () => changes !== undefined,
    send: (body, send) => {
      setting.onSend?.(draft);
      return send<MomoDetailsAnswer>({ method: "PUT", path: setting.path, body, changes });
    },
    onDone: ({ pending, ...saved }) => {
      form.reload(saved);
      if (pending) {
        setting.onSend?.(null);
        void queryClient.invalidateQueries(approvalsQuery);
        return notify(texts.awaitingApproval);
      }
      applyChange(queryClient, { event: "noticeUpdated", data: saved, position: saved.position });
      notify(`${setting.title} saved`, "success");
    },
    onError: (error) => {
      if (!isUnknown(error)) setting.onSend?.(null);
      notify(textOf(error), "danger");
    },
  });
  return { ...form, ...saving, changes, textOf };
}
