import { ListPlus } from "lucide-react";
import { lazy, Suspense, useState, type FormEvent } from "react";
import type { PackageRecord, ProductRecord } from "#api/contract/products.ts";
import type { UserRecord } from "#api/contract/users.ts";
import { limits } from "#ledger/terms/limits.ts";
import type { Level } from "#ledger/terms/statuses.ts";
import { rejectionText } from "#ledger/terms/rejections.ts";
import { useOnline } from "../../lib/online.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { notify } from "../../ui/notifications.ts";
import { addToBasket, unansweredInBasket } from "../basket/change-basket.ts";
import { AfaFields } from "./afa-fields.tsx";
import { Beneficiary } from "./beneficiary.tsx";
import { ConfirmPurchase } from "./confirm-purchase.tsx";
import { PackageGrid } from "./package-grid.tsx";
import { PayDock } from "./pay-dock.tsx";
import { pathOf, unansweredSale, type Purchase } from "./purchase.ts";
import { useBuyForm } from "./use-buy-form.ts";

const ManyNumbers = lazy(() => import("../basket/many-numbers.tsx"));

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
  const { draft, set, isAfa, chosen, price, purchase, open } = buying;
  const [asked, setAsked] = useState<Purchase | null>(open);
  const isOnline = useOnline();
  const isSold = product.status === "available";
  const isReady = price !== undefined && draft.receiver.length === limits.phone_digits && isSold;

  const pay = (event: FormEvent) => {
    event.preventDefault();
    if (purchase === undefined || !isReady || !isOnline || !buying.check()) return;
    if (unansweredInBasket(purchase)) return askInBasket();
    setAsked(unansweredSale(purchase) ?? purchase);
  };
  const addThis = () => {
    if (!isReady || chosen === undefined || purchase === undefined) {
      notify("Please choose a package and a 10-digit number first.", "warning");
      return;
    }
    // With its own key it could be paid twice.
    if (unansweredInBasket(purchase)) return askInBasket();
    const sent = unansweredSale(purchase);
    if (sent !== undefined) return setAsked(sent);
    const { receiver } = draft;
    const added = addToBasket([{ network, packageId: chosen._id, offer: chosen.offer, receiver }]);
    if (added === 0) return notify(`The basket holds ${limits.basket_items_max} orders at most.`, "warning");
    set({ receiver: "" });
    notify(`${chosen.offer} is in your basket`, "success");
  };

  return (
    <form noValidate className="flex flex-col gap-3.5" onSubmit={pay}>
      {!isSold && (
        <Alert variant="destructive">{rejectionText({ code: "product_out_of_stock", network })}</Alert>
      )}
      {product.note !== "" && <Alert role="note">{product.note}</Alert>}
      <Beneficiary network={network} digits={draft.receiver} onDigits={(receiver) => set({ receiver })} />
      <PackageGrid
        packages={packages}
        level={me.userLevel}
        chosenId={draft.packageId}
        onChoose={(id) => set({ packageId: id })}
      />
      {isAfa && <AfaFields form={draft.form} problems={buying.problems} onChange={(form) => set({ form })} />}
      {!isAfa && isSold && <ManyButton product={product} level={me.userLevel} chosen={chosen} />}
      <PayDock
        price={price}
        balance={me.balance}
        canPay={isReady && isOnline}
        back={pathOf({ network, receiver: draft.receiver, packageId: draft.packageId ?? "" })}
        onBasket={isAfa ? undefined : addThis}
      />
      {asked !== null && (
        <ConfirmPurchase
          purchase={asked}
          balance={me.balance}
          onDone={buying.clear}
          onClose={() => setAsked(null)}
        />
      )}
    </form>
  );
}

function askInBasket(): void {
  notify(
    "This was sent from your basket and has no answer yet. Please find out in the basket first.",
    "warning",
  );
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
      {isOpen && (
        <Suspense fallback={null}>
          <ManyNumbers {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
