import { useMutation } from "@tanstack/react-query";
import { useState, type FormEvent, type ReactNode } from "react";
import { flatten, safeParse, type GenericSchema } from "valibot";
import type { NoticeRecord } from "#api/contract/settings.ts";
import type { ActKind } from "#ledger/terms/statuses.ts";
import { errorText, isUnknown } from "../../lib/api-error.ts";
import { put } from "../../lib/api.ts";
import { useLiveDraft, Outdated } from "../shared/live-draft.tsx";
import { useOnline } from "../../lib/online.ts";
import { queryClient } from "../../lib/query-client.ts";
import { applyChange } from "../../live/apply.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Field, type FieldParts } from "../../ui/field.tsx";
import { notify } from "../../ui/notifications.ts";
import { LastChange } from "./last-change.tsx";

type Name = Exclude<keyof NoticeRecord, "position" | "shopName">;

export interface Setting<Names extends Name> {
  title: string;
  about: string;
  path: string;
  /** The kind of act in the audit. */
  act: ActKind;
  schema: GenericSchema;
  /** Shown before the server's reason if saving fails. */
  failure: string;
  /** Called with the values that are sent, and with null if they were refused. */
  onSend?: (sent: Record<Names, string> | null) => void;
  fields: Record<
    Names,
    {
      label: string;
      input: (parts: FieldParts & { value: string; onText: (text: string) => void }) => ReactNode;
    }
  >;
}

/** The form of one setting. Saving is refused if another admin has changed the setting meanwhile. */
export function SettingForm<Names extends Name>({
  setting,
  live,
}: {
  setting: Setting<Names>;
  live: NoticeRecord;
}) {
  const names = Object.keys(setting.fields) as Names[];
  const form = useSetting(setting, names, live);
  const { draft, setDraft, errors, wasTried, save } = form;
  const isOnline = useOnline();
  return (
    <Card role="region" aria-label={setting.title}>
      <form noValidate className="flex flex-col gap-3.5" onSubmit={form.submit}>
        <div>
          <h2 className="text-lg font-bold">{setting.title}</h2>
          <p className="text-sm text-muted-foreground">{setting.about}</p>
        </div>
        {form.isOutdated && <Outdated what="this" onLoad={() => form.reload(live)} />}
        {names.map((name) => (
          <Field
            key={name}
            label={setting.fields[name].label}
            error={wasTried ? errors[name]?.[0] : undefined}
          >
            {(parts) =>
              setting.fields[name].input({
                ...parts,
                value: draft[name],
                onText: (text) => setDraft({ ...draft, [name]: text }),
              })
            }
          </Field>
        ))}
        {save.isError && (
          <Alert variant="destructive" role="alert">
            {setting.failure} {errorText(save.error)}
          </Alert>
        )}
        <Button
          type="submit"
          variant="soft"
          className="self-start"
          busy={save.isPending}
          disabled={!isOnline || !form.isDirty}
        >
          Save
        </Button>
        <LastChange kind={setting.act} />
      </form>
    </Card>
  );
}

function useSetting<Names extends Name>(setting: Setting<Names>, names: Names[], live: NoticeRecord) {
  const pick = (notice: NoticeRecord) =>
    Object.fromEntries(names.map((name) => [name, notice[name]])) as Record<Names, string>;
  const { base, ...form } = useLiveDraft(live, pick);
  const [wasTried, setTried] = useState(false);
  const body = { ...form.draft, seen: pick(base) };
  const { issues } = safeParse(setting.schema, body);
  const errors = issues === undefined ? {} : (flatten(issues).nested as Partial<Record<string, string[]>>);
  const save = useMutation({
    mutationFn: () => {
      setting.onSend?.(form.draft);
      return put<NoticeRecord>(setting.path, body);
    },
    onSuccess: (saved) => {
      form.reload(saved);
      setTried(false);
      applyChange(queryClient, { event: "noticeUpdated", data: saved, position: saved.position });
      notify(`${setting.title} saved`, "success");
    },
    onError: (error) => {
      if (!isUnknown(error)) setting.onSend?.(null);
      notify(`${setting.failure} ${errorText(error)}`, "danger");
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (issues === undefined) save.mutate();
  };
  return { ...form, errors, wasTried, submit, save };
}
