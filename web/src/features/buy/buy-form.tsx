import { useState, type FormEvent } from "react";
import { afaForm, type AfaForm } from "#api/contract/orders.ts";
import type { ProductRecord } from "#api/contract/catalogue.ts";
import type { UserRecord } from "#api/contract/users.ts";
import { limits } from "#ledger/terms/limits.ts";
import { toCedis } from "#ledger/terms/money.ts";
import { needsAfaForm } from "#ledger/terms/networks.ts";
import { phoneDigits } from "#ledger/terms/phone.ts";
import { rejectionText } from "#ledger/terms/rejections.ts";
import { useOnline } from "../../lib/online.ts";
import { problemsOf } from "../../lib/problems.ts";
import { Alert } from "../../ui/alert.tsx";
import { AfaFields } from "./afa-fields.tsx";
import { Beneficiary } from "./beneficiary.tsx";
import { ConfirmPurchase } from "./confirm-purchase.tsx";
import { PackageGrid } from "./package-grid.tsx";
import { PayDock } from "./pay-dock.tsx";
import { priceOf } from "./price.ts";
import { pathOf, unanswered, type Purchase } from "./purchase.ts";

const blankForm: AfaForm = { name: "", phone: "", card: "", dob: "", location: "" };

interface Props {
  product: ProductRecord;
  me: UserRecord;
  to: string;
  packageId: string | undefined;
}

/** Number first, then the package, then Pay. */
export function BuyForm({ product, me, to, packageId }: Props) {
  const { network, packages } = product;
  const isAfa = needsAfaForm(network);
  const isOnline = useOnline();
  const [open] = useState(() => unanswered(network));
  const [receiver, setReceiver] = useState(open?.receiver ?? phoneDigits(to));
  const [chosenId, setChosenId] = useState(
    open?.packageId ?? packageId ?? (isAfa ? packages[0]?._id : undefined),
  );
  const [form, setForm] = useState<AfaForm>(open?.items ?? blankForm);
  const [problems, setProblems] = useState<Partial<Record<string, string>>>({});
  const [isConfirming, setConfirming] = useState(open !== null);

  const chosen = packages.find((row) => row._id === chosenId);
  const price = chosen === undefined ? undefined : priceOf(chosen, me.userLevel);
  const isSold = product.status === "available";
  const canPay = price !== undefined && receiver.length === limits.phone_digits && isOnline && isSold;
  const purchase: Purchase | undefined =
    chosen === undefined || price === undefined
      ? undefined
      : {
          network,
          packageId: chosen._id,
          offer: chosen.offer,
          receiver,
          totalAmount: toCedis(price),
          ...(isAfa ? { items: form } : {}),
        };

  const pay = (event: FormEvent) => {
    event.preventDefault();
    if (!canPay) return;
    const found = isAfa ? problemsOf(afaForm, form) : {};
    setProblems(found);
    if (Object.keys(found).length === 0) setConfirming(true);
  };

  return (
    <form noValidate className="flex flex-col gap-3.5" onSubmit={pay}>
      {!isSold && <Alert tone="bad">{rejectionText({ code: "product_out_of_stock", network })}</Alert>}
      {product.note !== "" && <Alert role="note">{product.note}</Alert>}
      <Beneficiary network={network} digits={receiver} onDigits={setReceiver} />
      <PackageGrid packages={packages} level={me.userLevel} chosenId={chosenId} onChoose={setChosenId} />
      {isAfa && <AfaFields form={form} problems={problems} onChange={setForm} />}
      <PayDock
        price={price}
        balance={me.balance}
        canPay={canPay}
        back={pathOf({ network, receiver, packageId: chosenId ?? "" })}
      />
      {isConfirming && purchase !== undefined && (
        <ConfirmPurchase
          // An answer that never came is asked for again with exactly what was sent.
          purchase={open !== null && isSame(open, purchase) ? open : purchase}
          wasSent={open !== null}
          balance={me.balance}
          onClose={() => setConfirming(false)}
        />
      )}
    </form>
  );
}

/** The same sale, whatever it costs by now: with another price it was another command. */
function isSame(sent: Purchase, now: Purchase): boolean {
  return sent.packageId === now.packageId && sent.receiver === now.receiver;
}
