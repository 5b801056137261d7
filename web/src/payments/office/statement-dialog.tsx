import { noteStatementBody, type RailStatement } from "#contract/rail-statements.ts";
import { type RailName, rails } from "#contract/terms/rails.ts";
import { post } from "../../lib/api.ts";
import { useForm } from "../../lib/form.ts";
import { money, plainAmount } from "../../lib/money.ts";
import { problemsOf } from "../../lib/problems.ts";
import { queryClient } from "../../lib/query-client.ts";
import { DayField } from "../../ui/day-field.tsx";
import { TextField } from "../../ui/field.tsx";
import { FormEnd } from "../../ui/form-end.tsx";
import { SelectField } from "../../ui/native-select.tsx";
import { notify } from "../../lib/notifications.ts";
import { ResponsiveDialog } from "../../ui/responsive-dialog.tsx";
import { railNames } from "#contract/rails.ts";
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
  const form = useForm({
    initial,
    body: ({ rail, day, time, balance }) => ({
      rail,
      statement: { at: momentAfter(day, time), balance: plainAmount(balance) },
    }),
    check: ({ statement }) => ({
      ...problemsOf(noteStatementBody, statement),
      ...(statement.at === undefined && { at: "Please enter a moment of the past" }),
    }),
    send: ({ rail, statement }) => post<RailStatement>(`/payment/rails/${rail}/statement`, statement),
    onDone: (noted) => {
      notify(`Noted. ${comparedText(noted)}`, noted.agrees ? "success" : "danger");
      onClose();
    },
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ["payments"] }),
        queryClient.invalidateQueries({ queryKey: ["audit", "closing"] }),
      ]),
  });
  return (
    <ResponsiveDialog title="Note a statement's balance" isStatic onClose={onClose}>
      <form noValidate className="flex flex-col gap-3" onSubmit={form.submit}>
        <p className="text-sm text-muted-foreground">
          Take it from the rail&apos;s own statement. Other admins see who noted it.
        </p>
        <SelectField label="Rail" {...form.field("rail")}>
          {rails.map((rail) => (
            <option key={rail} value={rail}>
              {railNames[rail]}
            </option>
          ))}
        </SelectField>
        <DayField label="Day" value={form.values.day} onDay={(day = "") => form.set({ day })} />
        <TextField
          label="Time (UTC)"
          hint="Empty: the end of the day, or now"
          type="time"
          {...form.field("time")}
          error={form.problems["at"]}
        />
        <TextField label="Balance" inputMode="decimal" autoComplete="off" {...form.field("balance")} />
        <FormEnd form={form} onCancel={onClose}>
          Note it
        </FormEnd>
      </form>
    </ResponsiveDialog>
  );
}

/** What a noted balance and the books of its moment are to each other. */
export function comparedText({ balance, books, agrees }: RailStatement): string {
  if (agrees) return `The books had the same ${money(books)} then.`;
  return `The books had ${money(books)} then: ${money(Math.abs(books - balance))} ${books > balance ? "more" : "less"}.`;
}
