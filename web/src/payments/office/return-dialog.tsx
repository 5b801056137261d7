import { type PaymentRecord, reasonBody } from "#contract/payments.ts";
import { useForm } from "../../lib/form.ts";
import { money } from "../../lib/money.ts";
import { queryClient } from "../../lib/query-client.ts";
import { Fact, Facts } from "../../ui/facts.tsx";
import { FormEnd } from "../../ui/form-end.tsx";
import { notify } from "../../lib/notifications.ts";
import { ResponsiveDialog } from "../../ui/responsive-dialog.tsx";
import { ReasonField } from "../../office/reason-field.tsx";
import { railNames } from "#contract/rails.ts";

/** Books that the shop has sent a payment back, or notes why it waits. */
export function ReturnDialog({ payment, onClose }: { payment: PaymentRecord; onClose: () => void }) {
  const form = useForm({
    schema: reasonBody,
    initial: { reason: "", isHeld: false },
    send: ({ reason, isHeld }, send) =>
      send({
        method: "PUT",
        path: `/payment/${payment._id}/${isHeld ? "hold" : "return"}`,
        body: { reason },
      }),
    onDone: (_, { isHeld }) => {
      notify(isHeld ? "Noted" : "Booked as returned", "success");
      onClose();
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["payments"] }),
  });
  return (
    <ResponsiveDialog title="Return or hold" isStatic onClose={onClose}>
      <form noValidate className="flex flex-col gap-3" onSubmit={form.submit}>
        <p className="text-sm text-muted-foreground">
          Send the money back on the rail first. Booked here, it is no longer the shop&apos;s. To decide
          later, note why it waits.
        </p>
        <Facts>
          <Fact name="Amount">{money(payment.amount)}</Fact>
          <Fact name="Transaction">
            {payment.transaction} ({railNames[payment.rail]})
          </Fact>
        </Facts>
        <ReasonField {...form.field("reason")} />
        <label className="flex min-h-12 items-center gap-2">
          <input
            type="checkbox"
            className="size-5"
            checked={form.values.isHeld}
            onChange={({ target }) => form.set({ isHeld: target.checked })}
          />
          Only note why it waits
        </label>
        <FormEnd form={form} onCancel={onClose}>
          {form.values.isHeld ? "Note it" : "Book as returned"}
        </FormEnd>
      </form>
    </ResponsiveDialog>
  );
}
