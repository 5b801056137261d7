import { useState } from "react";
import { afaForm, type AfaForm } from "#api/contract/orders.ts";
import type { ProductRecord } from "#api/contract/products.ts";
import type { Level } from "#ledger/terms/statuses.ts";
import { toCedis } from "#ledger/terms/money.ts";
import { needsAfaForm } from "#ledger/terms/networks.ts";
import { phoneDigits } from "#ledger/terms/phone.ts";
import { useDraft } from "../../lib/draft.ts";
import { problemsOf } from "../../lib/problems.ts";
import { priceOf } from "./price.ts";
import { unansweredPurchaseOn, type Purchase } from "./purchase.ts";

const blankForm: AfaForm = { name: "", phone: "", card: "", dob: "", location: "" };

/** What is typed on a product's page. It survives a reload and the sign-out at midnight. */
interface Draft {
  receiver: string;
  packageId: string | undefined;
  form: AfaForm;
}

/** `to` and `packageId` come from repeating an order, and override an earlier draft. */
export function useBuyForm(product: ProductRecord, level: Level, to: string, packageId: string | undefined) {
  const { network, packages } = product;
  const isAfa = needsAfaForm(network);
  const [open] = useState(() => unansweredPurchaseOn(network));
  const initial: Draft = {
    receiver: open?.receiver ?? phoneDigits(to),
    packageId: open?.packageId ?? packageId ?? (isAfa ? packages[0]?._id : undefined),
    form: open?.items ?? blankForm,
  };
  const isGiven = open !== null || to !== "" || packageId !== undefined;
  const [draft, setDraft, clear] = useDraft<Draft>(`buy ${network}`, initial, isGiven);
  const [problems, setProblems] = useState<Partial<Record<string, string>>>({});
  const chosen = packages.find((row) => row._id === draft.packageId);
  const price = chosen === undefined ? undefined : priceOf(chosen, level);
  const purchase: Purchase | undefined =
    chosen === undefined || price === undefined
      ? undefined
      : {
          network,
          packageId: chosen._id,
          offer: chosen.offer,
          receiver: draft.receiver,
          totalAmount: toCedis(price),
          ...(isAfa ? { items: draft.form } : {}),
        };
  return {
    draft,
    set: (change: Partial<Draft>) => setDraft({ ...draft, ...change }),
    clear,
    isAfa,
    chosen,
    price,
    purchase,
    problems,
    /** A purchase that was sent and never answered. */
    open,
    /** Validates the additional form, if there is one. */
    check: () => {
      const found = isAfa ? problemsOf(afaForm, draft.form) : {};
      setProblems(found);
      return Object.keys(found).length === 0;
    },
  };
}
