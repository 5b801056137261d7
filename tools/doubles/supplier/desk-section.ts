/** A supplier's part of the desk, on which a person plays the supplier. */
import { escapeHtml, form, htmlTable } from "../html.ts";
import type { SupplierDouble } from "./double.ts";
import type { SupplierOrder } from "./order.ts";

/** What the page needs of a double, whatever else it can do. */
export type PlayedSupplier = Pick<
  SupplierDouble,
  "balance" | "topUp" | "deliver" | "fail" | "refund" | "close"
> & { orders: ReadonlyMap<string, SupplierOrder>; currency: { code: string } };

export function supplierSection(name: string, { balance, currency, orders }: PlayedSupplier): string {
  const newest = [...orders.values()].toReversed();
  const actions = (reference: string) =>
    form({ do: "deliver", supplier: name, reference }, "Deliver") +
    form({ do: "fail", supplier: name, reference }, "Fail") +
    form({ do: "refund", supplier: name, reference }, "Refund");
  const table = htmlTable(
    ["order", "number", "package", "state", "delivered", "refunded"],
    newest.map(({ reference, phone, goods, state, delivered, isRefunded }) => [
      reference,
      phone,
      goods,
      state,
      delivered,
      isRefunded ? "yes" : "no",
    ]),
    newest.map(({ reference }) => actions(reference)),
  );
  return `<h2>${escapeHtml(name)}</h2>
<p>Balance: ${currency.code} ${(balance() / 100).toFixed(2)}</p>
<form method="post">
  <input type="hidden" name="do" value="top-up"><input type="hidden" name="supplier" value="${escapeHtml(name)}">
  <input name="amount" aria-label="Amount in ${currency.code}" value="100.00" inputmode="decimal" size="8">
  <button>Top up</button>
</form>
${table}`;
}
