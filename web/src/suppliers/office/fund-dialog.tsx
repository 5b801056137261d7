import { fundBody, type SupplierRecord, type SuppliersAnswer } from "#contract/fulfilment.ts";
import { railNames } from "#contract/rails.ts";
import { supplierNames } from "#contract/terms/fulfilment.ts";
import { rails } from "#contract/terms/rails.ts";
import { ReasonField } from "../../office/reason-field.tsx";
import { money, plainAmount } from "../../lib/money.ts";
import { notify } from "../../lib/notifications.ts";
import { queryClient } from "../../lib/query-client.ts";
import { TextField } from "../../ui/field.tsx";
import { FormDialog, useForm } from "../../ui/form.tsx";
import { SelectField } from "../../ui/native-select.tsx";
import { supplierTitles } from "./supplier-text.ts";
import { suppliersQuery } from "./suppliers.query.ts";

interface Typed {
  from: (typeof fundBody.entries.from.options)[number];
  amount: string;
  direction: "paid" | "returned";
  reason: string;
}

const initial: Typed = { from: "momo", amount: "", direction: "paid", reason: "" };

/** Books what the shop has paid to a supplier, or got back from it. */
export function FundDialog({
  of: { name, books },
  onClose,
}: {
  of: Pick<SupplierRecord, "name" | "books">;
  onClose: () => void;
}) {
  const form = useForm({
    schema: fundBody,
    initial,
    body: ({ from, direction, amount, reason }: Typed) => ({
      from,
      amount: `${direction === "returned" ? "-" : ""}${plainAmount(amount)}`,
      reason,
    }),
    send: (body, send) =>
      send<SuppliersAnswer>({
        method: "POST",
        path: `/supplier/${name}/fund`,
        body,
        changes: [
          {
            what: `In the books for ${supplierNames[name]}`,
            before: money(books),
            after: money(books + Number(body.amount)),
          },
        ],
      }),
    onDone: (answer) => {
      queryClient.setQueryData(suppliersQuery.queryKey, answer);
      notify("Booked", "success");
      onClose();
    },
  });
  const isPaid = form.values.direction === "paid";
  return (
    <FormDialog title={`Book money: ${supplierTitles[name]}`} form={form} send="Book it" onClose={onClose}>
      <p className="text-sm text-muted-foreground">
        Move the money first. This only books it.
        {name === "stock" && " Book what you paid for the vouchers that you have added."}
      </p>
      <SelectField label="Direction" {...form.field("direction")}>
        <option value="paid">Paid to {supplierNames[name]}</option>
        <option value="returned">Came back from {supplierNames[name]}</option>
      </SelectField>
      <SelectField label={isPaid ? "From" : "To"} {...form.field("from")}>
        {rails.map((rail) => (
          <option key={rail} value={rail}>
            {railNames[rail]}
          </option>
        ))}
        <option value="owner">The owner</option>
      </SelectField>
      <TextField label="Amount" inputMode="decimal" {...form.field("amount")} />
      <ReasonField {...form.field("reason")} />
    </FormDialog>
  );
}
