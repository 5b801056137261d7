import { noteStatementBody, type RailStatement } from "#contract/rail-statements.ts";
import type { RailName } from "#contract/terms/rails.ts";
import { post } from "../../lib/api.ts";
import { useForm, FormDialog } from "../../ui/form.tsx";
import { money, plainAmount } from "../../lib/money.ts";
import { problemsOf } from "../../lib/problems.ts";
import { queryClient } from "../../lib/query-client.ts";
import { DayField } from "../../ui/day-field.tsx";
import { TextField } from "../../ui/field.tsx";
import { SelectField } from "../../ui/native-select.tsx";
import { notify } from "../../lib/notifications.ts";
import { railNames } from "#contract/rails.ts";
import { momentAfter } from "./statement-moment.ts";
import { useState } from "react";
import { today } from "../../lib/now.ts";
import { Button } from "../../ui/button.tsx";
import { cn } from "../../lib/cn.ts";

interface NotedBalance {
  rail: RailName;
  /** "2026-10-31" */
  day: string;
  /** "18:30"; empty for the end of the day. */
  time: string;
  /** As it is typed. */
  balance: string;
}

/** Notes the balance of a rail's own statement. The books of the same moment are compared with it. */
function StatementDialog({ initial, onClose }: { initial: NotedBalance; onClose: () => void }) {
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
    <FormDialog title="Note a statement's balance" form={form} send="Note it" onClose={onClose}>
      <p className="text-sm text-muted-foreground">
        Take it from the rail&apos;s own statement. Other admins see who noted it.
      </p>
      <SelectField label="Rail" names={railNames} {...form.field("rail")} />
      <DayField label="Day" value={form.values.day} onDay={(day = "") => form.set({ day })} />
      <TextField
        label="Time (UTC)"
        hint="Empty: the end of the day, or now"
        type="time"
        {...form.field("time")}
        error={form.problems["at"]}
      />
      <TextField label="Balance" inputMode="decimal" {...form.field("balance")} />
    </FormDialog>
  );
}

/** What a noted balance and the books of its moment are to each other. */
export function comparedText({ balance, books, agrees }: RailStatement): string {
  if (agrees) return `The books had the same ${money(books)} then.`;
  return `The books had ${money(books)} then: ${money(Math.abs(books - balance))} ${books > balance ? "more" : "less"}.`;
}

/** A button that opens the dialog for a statement's balance, with what is known of it. A later day than today is today. */
export function NoteBalance({
  children = "Note a balance",
  ...known
}: Pick<NotedBalance, "rail"> & Partial<NotedBalance> & { children?: string }) {
  const [initial, setInitial] = useState<NotedBalance>();
  const open = () => {
    const day = known.day !== undefined && known.day < today() ? known.day : today();
    setInitial({ time: "", balance: "", ...known, day });
  };
  return (
    <>
      <Button variant="outline" size="sm" className="print:hidden" onClick={open}>
        {children}
      </Button>
      {initial !== undefined && <StatementDialog initial={initial} onClose={() => setInitial(undefined)} />}
    </>
  );
}

/** A rail's name with its light: green, red, or grey if there is nothing to compare with. */
export function RailTitle({ rail, agrees }: { rail: RailName; agrees: boolean | null }) {
  const tone = agrees === null ? "bg-muted-foreground" : agrees ? "bg-success" : "bg-destructive";
  return (
    <h2 className="flex items-center gap-2 text-sm text-muted-foreground">
      <span aria-hidden className={cn("size-2.5 rounded-full print:hidden", tone)} /> {railNames[rail]}
    </h2>
  );
}
