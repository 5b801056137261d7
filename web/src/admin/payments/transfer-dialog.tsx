import { useState } from "react";
import { safeParse } from "valibot";
import { type Rails, transferForm } from "#api/contract/payments.ts";
import { toCedis } from "#ledger/terms/money.ts";
import { type Problems, useForm } from "../../lib/form.ts";
import { money, plainAmount, plainMoney } from "../../lib/money.ts";
import { problemsOf } from "../../lib/problems.ts";
import { queryClient } from "../../lib/query-client.ts";
import { useCommand } from "../../lib/use-command.ts";
import { Field, Input } from "../../ui/field.tsx";
import { FormEnd } from "../../ui/form-end.tsx";
import { NativeSelect } from "../../ui/native-select.tsx";
import { notify } from "../../ui/notifications.ts";
import { ResponsiveDialog } from "../../ui/responsive-dialog.tsx";
import { ReasonField } from "../shared/reason-field.tsx";
import { railNames } from "#api/contract/rails.ts";

type Direction = "out" | "in";

interface Transfer {
  amount: string;
  direction: Direction;
  reason: string;
}

/**
 * Books what the owner took out of a rail or put in.
 * @param difference By how much the books say more than the rail itself, in cedis; 0 if they agree or only one is known.
 */
export function TransferDialog({
  rail: { rail, books },
  difference,
  onClose,
}: {
  rail: Pick<Rails["rails"][number], "rail" | "books">;
  difference: number;
  onClose: () => void;
}) {
  const [form, setForm] = useState<Transfer>({
    amount: difference === 0 ? "" : plainMoney(Math.abs(difference)),
    direction: difference < 0 ? "in" : "out",
    reason: "",
  });
  const change = (part: Partial<Transfer>) => setForm({ ...form, ...part });
  const entered = { amount: plainAmount(form.amount), reason: form.reason };
  const amount = safeParse(transferForm.entries.amount, entered.amount);
  const out = amount.success ? toCedis(form.direction === "out" ? amount.output : -amount.output) : 0;
  const transfer = useCommand({
    send: (_: void, send) =>
      send({
        method: "POST",
        path: `/payment/rails/${rail}/transfer`,
        body: { amount: out, reason: form.reason },
        changes: [{ what: `Balance of ${railNames[rail]}`, before: money(books), after: money(books - out) }],
      }),
    onDone: () => {
      notify("Booked", "success");
      onClose();
    },
    onError: () => undefined,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["payments"] }),
  });
  const { problems, submit } = useForm({
    check: () => problemsOf(transferForm, entered),
    send: () => transfer.send(),
  });
  return (
    <ResponsiveDialog title={`Book a transfer: ${railNames[rail]}`} isStatic onClose={onClose}>
      <form noValidate className="flex flex-col gap-3" onSubmit={submit}>
        <p className="text-sm text-muted-foreground">
          Move the money on the rail first. This only books it, between the rail and the owner.
        </p>
        <TransferFields form={form} problems={problems} onChange={change} />
        {out !== 0 && (
          <p role="status" className="text-sm">
            In the books {money(books)} → <b>{money(books - out)}</b>
          </p>
        )}
        <FormEnd form={transfer} onCancel={onClose}>
          Book it
        </FormEnd>
      </form>
    </ResponsiveDialog>
  );
}

function TransferFields({
  form,
  problems,
  onChange,
}: {
  form: Transfer;
  problems: Problems;
  onChange: (part: Partial<Transfer>) => void;
}) {
  return (
    <>
      <Field label="Amount" error={problems["amount"]}>
        {(parts) => (
          <Input
            {...parts}
            inputMode="decimal"
            autoComplete="off"
            value={form.amount}
            onChange={({ target }) => onChange({ amount: target.value })}
          />
        )}
      </Field>
      <Field label="Direction">
        {(parts) => (
          <NativeSelect
            {...parts}
            value={form.direction}
            onChange={({ target }) => onChange({ direction: target.value === "in" ? "in" : "out" })}
          >
            <option value="out">Out: the owner took it</option>
            <option value="in">In: the owner put it in</option>
          </NativeSelect>
        )}
      </Field>
      <ReasonField
        error={problems["reason"]}
        value={form.reason}
        onType={(text) => onChange({ reason: text })}
      />
    </>
  );
}
