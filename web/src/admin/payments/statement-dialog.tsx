import { useState } from "react";
import { noteStatementBody, type RailStatement } from "#api/contract/rail-statements.ts";
import { type RailName, rails } from "#ledger/terms/rails.ts";
import { post } from "../../lib/api.ts";
import { type Problems, useForm } from "../../lib/form.ts";
import { money, plainAmount } from "../../lib/money.ts";
import { problemsOf } from "../../lib/problems.ts";
import { queryClient } from "../../lib/query-client.ts";
import { useCommand } from "../../lib/use-command.ts";
import { DayField } from "../../ui/day-field.tsx";
import { Field, Input } from "../../ui/field.tsx";
import { FormEnd } from "../../ui/form-end.tsx";
import { NativeSelect } from "../../ui/native-select.tsx";
import { notify } from "../../ui/notifications.ts";
import { ResponsiveDialog } from "../../ui/responsive-dialog.tsx";
import { railNames } from "#api/contract/rails.ts";
import { momentAfter } from "./statement-moment.ts";

export interface NotedBalance {
  rail: RailName;
  /** "2026-10-31" */
  day: string;
  /** "18:30"; empty for the end of the day. */
  time: string;
  /** As it is typed. */
  balance: string;
}

/** Notes the balance of a rail's own statement. The books of the same moment are compared with it. */
export function StatementDialog({ initial, onClose }: { initial: NotedBalance; onClose: () => void }) {
  const [form, setForm] = useState(initial);
  const change = (part: Partial<NotedBalance>) => setForm({ ...form, ...part });
  const at = momentAfter(form.day, form.time);
  const entered = { at, balance: plainAmount(form.balance) };
  const note = useCommand({
    send: () => post<RailStatement>(`/payment/rails/${form.rail}/statement`, entered),
    onDone: (noted) => {
      notify(`Noted. ${comparedText(noted)}`, noted.agrees ? "success" : "danger");
      onClose();
    },
    onError: () => undefined,
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ["payments"] }),
        queryClient.invalidateQueries({ queryKey: ["audit", "closing"] }),
      ]),
  });
  const { problems, submit } = useForm({
    check: (): Problems => ({
      ...problemsOf(noteStatementBody, entered),
      ...(at === undefined && { at: "Please enter a moment of the past" }),
    }),
    send: () => note.send(),
  });
  return (
    <ResponsiveDialog title="Note a statement's balance" isStatic onClose={onClose}>
      <form noValidate className="flex flex-col gap-3" onSubmit={submit}>
        <p className="text-sm text-muted-foreground">
          Take it from the rail&apos;s own statement. Other admins see who noted it.
        </p>
        <BalanceFields form={form} problems={problems} onChange={change} />
        <FormEnd form={note} onCancel={onClose}>
          Note it
        </FormEnd>
      </form>
    </ResponsiveDialog>
  );
}

function BalanceFields({
  form,
  problems,
  onChange,
}: {
  form: NotedBalance;
  problems: Problems;
  onChange: (part: Partial<NotedBalance>) => void;
}) {
  return (
    <>
      <Field label="Rail">
        {(parts) => (
          <NativeSelect
            {...parts}
            value={form.rail}
            onChange={({ target }) => onChange({ rail: target.value as RailName })}
          >
            {rails.map((rail) => (
              <option key={rail} value={rail}>
                {railNames[rail]}
              </option>
            ))}
          </NativeSelect>
        )}
      </Field>
      <DayField label="Day" value={form.day} onDay={(day = "") => onChange({ day })} />
      <Field label="Time (UTC)" hint="Empty: the end of the day, or now" error={problems["at"]}>
        {(parts) => (
          <Input
            {...parts}
            type="time"
            value={form.time}
            onChange={({ target }) => onChange({ time: target.value })}
          />
        )}
      </Field>
      <Field label="Balance" error={problems["balance"]}>
        {(parts) => (
          <Input
            {...parts}
            inputMode="decimal"
            autoComplete="off"
            value={form.balance}
            onChange={({ target }) => onChange({ balance: target.value })}
          />
        )}
      </Field>
    </>
  );
}

/** What a noted balance and the books of its moment are to each other. */
export function comparedText({ balance, books, agrees }: RailStatement): string {
  if (agrees) return `The books had the same ${money(books)} then.`;
  return `The books had ${money(books)} then: ${money(Math.abs(books - balance))} ${books > balance ? "more" : "less"}.`;
}
