import { formatDay } from "#contract/terms/dates.ts";
import { groupPhone } from "#contract/terms/phone.ts";
import { type FormField, type OrderForm, productTypeOf } from "#contract/terms/product-types.ts";
import { CopyButton } from "../ui/copy-button.tsx";
import { Fact } from "../ui/facts.tsx";

interface Props {
  network: string;
  items: OrderForm | null | undefined;
  /** The number of a card can be copied. */
  canCopy?: boolean;
}

/** The form of an order, for whoever may see it. */
export function FormFacts({ network, items, canCopy = false }: Props) {
  if (!items) return null;
  return productTypeOf(network).form?.fields.map(({ name, title, kind }) => (
    <Fact key={name} name={title}>
      {written(kind, items[name] ?? "")}
      {kind === "card" && canCopy && <CopyButton value={items[name] ?? ""} what="card number" />}
    </Fact>
  ));
}

function written(kind: FormField["kind"], typed: string): string {
  if (kind === "phone") return groupPhone(typed);
  return kind === "birthday" ? formatDay(typed) : typed;
}
