import { ListPlus } from "lucide-react";
import { useState } from "react";
import type { PackageRecord, ProductRecord } from "#contract/products.ts";
import type { UserRecord } from "#contract/user-list.ts";
import { limits } from "#contract/terms/limits.ts";
import type { Level } from "#contract/terms/statuses.ts";
import { rejectionText } from "#contract/terms/rejections.ts";
import { loadLater } from "../../lib/load-later.tsx";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { notify } from "../../lib/notifications.ts";
import { addToBasket } from "../basket/change-basket.ts";
import { Beneficiary } from "./beneficiary.tsx";
import { ConfirmPurchase } from "./confirm-purchase.tsx";
import { FormFields } from "./form-fields.tsx";
import { PackageGrid } from "./package-grid.tsx";
import { PayDock } from "./pay-dock.tsx";
import { pathOf, type Purchase, type SentPurchase, unansweredSale } from "./purchase.ts";
import { useBuyForm } from "./use-buy-form.ts";

const ManyNumbers = loadLater(() => import("../basket/many-numbers.tsx"));

interface Props {
  product: ProductRecord;
  me: UserRecord;
  to: string;
  packageId: string | undefined;
}

/** The purchase form: number, package, Pay. */
export function BuyForm({ product, me, to, packageId }: Props) {
  const { network, packages } = product;
  const buying = useBuyForm(product, me.userLevel, to, packageId);
  const { values: draft, problems, receiver, set, form, chosen, purchase } = buying;
  const [asked, setAsked] = useState<Asked | null>(null);
  const isSold = product.status === "available";
  const ask = buying.submitted((checked) => checked && setAsked(askedFor(checked)));
  const addThis = () => {
    if (chosen === undefined || purchase === undefined || buying.missing !== undefined)
      return notify(buying.missing ?? "", "warning");
    // With its own key it could be paid twice.
    const known = askedFor(purchase);
    if (known.unanswered !== undefined) return setAsked(known);
    const added = addToBasket([{ network, packageId: chosen._id, offer: chosen.offer, receiver }]);
    if (added === 0) return notify(`The basket holds ${limits.basket_items_max} orders at most.`, "warning");
    set({ receiver: "" });
    notify(`${chosen.offer} is in your basket`, "success");
  };

  return (
    <form noValidate className="flex flex-col gap-3.5" onSubmit={ask}>
      {!isSold && (
        <Alert variant="destructive">{rejectionText({ code: "product_out_of_stock", network })}</Alert>
      )}
      {product.note !== "" && <Alert role="note">{product.note}</Alert>}
      <Beneficiary
        network={network}
        digits={draft.receiver}
        problem={problems["receiver"]}
        onDigits={(digits) => set({ receiver: digits })}
      />
      <PackageGrid
        packages={packages}
        level={me.userLevel}
        chosenId={draft.packageId}
        problem={chosen === undefined ? problems["package"] : undefined}
        onChoose={(id) => set({ packageId: id })}
      />
      {form && (
        <FormFields
          {...form}
          values={draft.form}
          problems={problems}
          onChange={(values) => set({ form: values })}
        />
      )}
      {!form && isSold && <ManyButton product={product} level={me.userLevel} chosen={chosen} />}
      <PayDock
        price={buying.price}
        balance={me.balance}
        missing={buying.missing}
        blocked={isSold ? undefined : "Nothing can be bought here now"}
        back={pathOf({ network, receiver: draft.receiver, packageId: draft.packageId ?? "" })}
        onBasket={form ? undefined : addThis}
      />
      {asked !== null && (
        <ConfirmPurchase
          {...asked}
          today={purchase}
          balance={me.balance}
          onDone={buying.clear}
          onClose={() => setAsked(null)}
        />
      )}
    </form>
  );
}

/** What the question is about. */
interface Asked {
  purchase: Purchase;
  unanswered: SentPurchase | undefined;
}

/** A purchase without an answer is sent again as it was, even if the price has changed. */
function askedFor(purchase: Purchase): Asked {
  const unanswered = unansweredSale(purchase);
  return { purchase: unanswered?.body ?? purchase, unanswered };
}

interface ManyProps {
  product: ProductRecord;
  level: Level;
  chosen: PackageRecord | undefined;
}

function ManyButton(props: ManyProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        <ListPlus aria-hidden className="size-5" /> Many numbers at once
      </Button>
      {isOpen && <ManyNumbers {...props} onClose={() => setOpen(false)} />}
    </>
  );
}
