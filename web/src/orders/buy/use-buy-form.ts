import { newForm } from "#contract/orders.ts";
import type { ProductRecord } from "#contract/products.ts";
import { dayOf, readDay } from "#contract/terms/dates.ts";
import { limits } from "#contract/terms/limits.ts";
import type { Level } from "#contract/terms/statuses.ts";
import { toCedis } from "#contract/terms/money.ts";
import { type FormField, type OrderForm, productTypeOf } from "#contract/terms/product-types.ts";
import { isPhone, phoneDigits, repairPhone } from "#contract/terms/phone.ts";
import { useDraft } from "../../lib/draft.ts";
import { useFields } from "../../lib/form.ts";
import { type Problems, problemsOf } from "../../lib/problems.ts";
import { priceOf } from "./price.ts";
import type { Purchase } from "./purchase.ts";

/** What is typed on a product's page. It survives a reload and the sign-out at midnight. */
interface Draft {
  receiver: string;
  packageId: string | undefined;
  form: OrderForm;
}

/** `to` and `packageId` come from repeating an order, and override an earlier draft. */
export function useBuyForm(product: ProductRecord, level: Level, to: string, packageId: string | undefined) {
  const { network, packages } = product;
  const { form } = productTypeOf(network);
  const initial: Draft = {
    receiver: phoneDigits(to),
    packageId: packageId ?? (form && packages[0]?._id),
    form: Object.fromEntries((form?.fields ?? []).map(({ name }) => [name, ""])),
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
          ...(form && { items: withDays(form.fields, draft.form) }),
        };
  const basics: Problems = {
    ...(isPhone(receiver) ? {} : { receiver: `Please enter a ${limits.phone_digits}-digit phone number` }),
    ...(chosen === undefined ? { package: "Please choose a package" } : {}),
  };
  const fields = useFields({
    values: draft,
    onChange: (change) => setDraft({ ...draft, ...change }),
    body: () => purchase,
    check: () => ({
      ...basics,
      ...(form && problemsOf(newForm(form.fields, dayOf(new Date().toISOString())), draft.form)),
    }),
  });
  return {
    ...fields,
    /** The number as it is bought for: with the zero that was left out. */
    receiver,
    clear,
    /** The form that this product needs. */
    form,
    chosen,
    price,
    purchase,
    /** What is still missing before it can be paid or put into the basket, in the order of the page. */
    missing: Object.values(basics)[0],
  };
}

/** The form with its days as the server stores them. */
function withDays(fields: readonly FormField[], form: OrderForm): OrderForm {
  const days = fields.filter(({ kind }) => kind === "birthday").map(({ name }) => name);
  return { ...form, ...Object.fromEntries(days.map((name) => [name, dayIn(form[name] ?? "")])) };
}

function dayIn(typed: string): string {
  return readDay(typed) ?? typed;
}
