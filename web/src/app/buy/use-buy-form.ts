import { type AfaForm } from "#api/contract/order-list.ts";
import { newAfaForm } from "#api/contract/orders.ts";
import type { ProductRecord } from "#api/contract/products.ts";
import { dayOf, readDay } from "#ledger/terms/dates.ts";
import { limits } from "#ledger/terms/limits.ts";
import type { Level } from "#ledger/terms/statuses.ts";
import { toCedis } from "#ledger/terms/money.ts";
import { needsAfaForm } from "#ledger/terms/networks.ts";
import { isPhone, phoneDigits, repairPhone } from "#ledger/terms/phone.ts";
import { useDraft } from "../../lib/draft.ts";
import type { Problems } from "../../lib/form.ts";
import { problemsOf } from "../../lib/problems.ts";
import { priceOf } from "./price.ts";
import type { Purchase } from "./purchase.ts";

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
  const initial: Draft = {
    receiver: phoneDigits(to),
    packageId: packageId ?? (isAfa ? packages[0]?._id : undefined),
    form: blankForm,
  };
  const [draft, setDraft, clear] = useDraft<Draft>(
    `buy ${network}`,
    initial,
    to !== "" || packageId !== undefined,
  );
  // Spreadsheets and people leave out the leading zero.
  const receiver = repairPhone(draft.receiver);
  const chosen = packages.find((row) => row._id === draft.packageId);
  const price = chosen === undefined ? undefined : priceOf(chosen, level);
  const purchase: Purchase | undefined =
    chosen === undefined || price === undefined
      ? undefined
      : {
          network,
          packageId: chosen._id,
          offer: chosen.offer,
          receiver,
          totalAmount: toCedis(price),
          ...(isAfa ? { items: { ...draft.form, dob: readDay(draft.form.dob) ?? draft.form.dob } } : {}),
        };
  const basics: Problems = {
    ...(isPhone(receiver) ? {} : { receiver: `Please enter a ${limits.phone_digits}-digit phone number` }),
    ...(chosen === undefined ? { package: "Please choose a package" } : {}),
  };
  return {
    draft,
    /** The number as it is bought for: with the zero that was left out. */
    receiver,
    set: (change: Partial<Draft>) => setDraft({ ...draft, ...change }),
    clear,
    isAfa,
    chosen,
    price,
    purchase,
    /** What is still missing before it can be paid or put into the basket, in the order of the page. */
    missing: Object.values(basics)[0],
    /** Checks everything, also the additional form. */
    check: (): Problems => ({
      ...basics,
      ...(isAfa ? problemsOf(newAfaForm(dayOf(new Date().toISOString())), draft.form) : {}),
    }),
  };
}
