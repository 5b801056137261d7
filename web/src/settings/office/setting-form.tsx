import { type ComponentProps, Fragment, type ReactNode } from "react";
import type { GenericSchema } from "valibot";
import type { ChangeRecord } from "#contract/audit.ts";
import type { LimitAnswer } from "#contract/approvals.ts";
import type { MomoDetailsAnswer } from "#contract/settings.ts";
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

export interface Setting<Names extends string> {
  title: string;
  about: ReactNode;
  path: string;
  act: ActKind;
  schema: GenericSchema;
  /** What is sent for a text, if that is not the text itself. */
  sent?: (text: string, name: Names) => string | boolean | number | null;
  /** Shown before the server's reason if saving fails. */
  failure?: string;
  /** What a save changes. If it is there, the form asks before it saves. */
  changes?: (before: Record<Names, string>, after: Record<Names, string>) => ChangeRecord[];
  /** Called with the values that are sent, and with null if they were refused. */
  onSend?: (sent: Record<Names, string> | null) => void;
  fields: Record<
    Names,
    (field: Pick<ComponentProps<typeof TextField>, "error" | "value" | "onValue">) => ReactNode
  >;
}

interface Props<Names extends string> {
  setting: Setting<Names>;
  /** What is saved. */
  live: Record<Names, string>;
}

/** The form of one setting. Saving is refused if another admin has changed the setting meanwhile. */
export function SettingForm<Names extends string>({ setting, live }: Props<Names>) {
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

function useSetting<Names extends string>(
  setting: Setting<Names>,
  names: Names[],
  live: Record<Names, string>,
) {
  const { sent = String } = setting;
  const pick = (of: Record<Names, string>, as: NonNullable<typeof setting.sent>) =>
    Object.fromEntries(names.map((name) => [name, as(of[name], name)]));
  const { base, draft, change, ...form } = useLiveDraft(live, (of) => pick(of, String) as typeof live);
  const changes = setting.changes?.(base, draft);
  const textOf = (error: Error) => `${setting.failure ?? ""} ${errorText(error)}`.trim();
  const saving = useForm({
    values: draft,
    onChange: change,
    body: (typed) => ({ ...pick(typed, sent), seen: pick(base, sent) }),
    check: (body) => (form.isDirty ? problemsOf(setting.schema, body) : nothingToSave),
    isAsked: () => changes !== undefined,
    send: (body, send) => {
      setting.onSend?.(draft);
      return send<MomoDetailsAnswer | LimitAnswer>({ method: "PUT", path: setting.path, body, changes });
    },
    onDone: ({ pending, ...saved }) => {
      void queryClient.invalidateQueries(approvalsQuery);
      form.reload(pending ? live : draft);
      if (pending) {
        setting.onSend?.(null);
        return notify(texts.awaitingApproval);
      }
      if ("position" in saved)
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
