import { safeParse } from "valibot";
import { type Rails, transferForm } from "#contract/payments.ts";
import { toCedis } from "#contract/terms/money.ts";
import { useForm } from "../../lib/form.ts";
import { money, plainAmount, plainMoney } from "../../lib/money.ts";
import { queryClient } from "../../lib/query-client.ts";
import { TextField } from "../../ui/field.tsx";
import { FormEnd } from "../../ui/form-end.tsx";
import { SelectField } from "../../ui/native-select.tsx";
import { notify } from "../../lib/notifications.ts";
import { ResponsiveDialog } from "../../ui/responsive-dialog.tsx";
import { ReasonField } from "../../office/reason-field.tsx";
import { railNames } from "#contract/rails.ts";

type Direction = "out" | "in";

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
  const form = useForm({
    schema: transferForm,
    initial: {
      amount: difference === 0 ? "" : plainMoney(Math.abs(difference)),
      direction: (difference < 0 ? "in" : "out") as Direction,
      reason: "",
    },
    body: (typed) => ({ ...typed, amount: plainAmount(typed.amount) }),
    send: ({ reason, ...typed }, send) => {
      const amount = outOf(typed);
      return send({
        method: "POST",
        path: `/payment/rails/${rail}/transfer`,
        body: { amount, reason },
        changes: [
          { what: `Balance of ${railNames[rail]}`, before: money(books), after: money(books - amount) },
        ],
      });
    },
    onDone: () => {
      notify("Booked", "success");
      onClose();
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["payments"] }),
  });
  const out = outOf(form.values);
  return (
    <ResponsiveDialog title={`Book a transfer: ${railNames[rail]}`} isStatic onClose={onClose}>
      <form noValidate className="flex flex-col gap-3" onSubmit={form.submit}>
        <p className="text-sm text-muted-foreground">
          Move the money on the rail first. This only books it, between the rail and the owner.
        </p>
        <TextField label="Amount" inputMode="decimal" autoComplete="off" {...form.field("amount")} />
        <SelectField label="Direction" {...form.field("direction")}>
          <option value="out">Out: the owner took it</option>
          <option value="in">In: the owner put it in</option>
        </SelectField>
        <ReasonField {...form.field("reason")} />
        {out !== 0 && (
          <p role="status" className="text-sm">
            In the books {money(books)} → <b>{money(books - out)}</b>
          </p>
        )}
        <FormEnd form={form} onCancel={onClose}>
          Book it
        </FormEnd>
      </form>
    </ResponsiveDialog>
  );
}

/** What leaves the rail, in cedis; negative if it comes in, 0 as long as it is no amount. */
function outOf({ amount, direction }: { amount: string; direction: Direction }): number {
  const { success, output } = safeParse(transferForm.entries.amount, plainAmount(amount));
  if (!success) return 0;
  return toCedis(direction === "out" ? output : -output);
}
