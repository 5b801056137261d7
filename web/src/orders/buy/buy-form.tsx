import { ListPlus } from "lucide-react";
import { useState, type ComponentProps } from "react";
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
import { PackageGrid } from "../../products/package-grid.tsx";
import { PayDock } from "./pay-dock.tsx";
import { pathOf, type Purchase, unansweredSale } from "./purchase.ts";
import { priceOf } from "../../products/price.ts";
import { newForm } from "#contract/orders.ts";
import { formatDay, readDay } from "#contract/terms/dates.ts";
import { toCedis } from "#contract/terms/money.ts";
import { type FormField, type OrderForm, productTypeOf } from "#contract/terms/product-types.ts";
import { isPhone, phoneDigits, repairPhone } from "#contract/terms/phone.ts";
import { useDraft } from "../../lib/draft.ts";
import { today } from "../../lib/now.ts";
import { useFields } from "../../ui/form.tsx";
import { type Problems, problemsOf } from "../../lib/problems.ts";
import { useIsTouch } from "../../lib/media.ts";
import { Card } from "../../ui/card.tsx";
import { TouchDate } from "../../ui/day-field.tsx";
import { Field, TextField } from "../../ui/field.tsx";

const ManyNumbers = loadLater(() => import("../basket/many-numbers.tsx"));

interface Props {
  product: ProductRecord;
  me: UserRecord;
  to: string;
  packageId: string | undefined;
}

export function BuyForm({ product, me, to, packageId }: Props) {
  const { network, packages } = product;
  const buying = useBuyForm(product, me.userLevel, to, packageId);
  const { values: draft, problems, receiver, set, form, chosen, purchase } = buying;
  const [asked, setAsked] = useState<Purchase | null>(null);
  const isSold = product.status === "available";
  const ask = buying.submitted((checked) => checked && setAsked(checked));
  const addThis = () => {
    if (chosen === undefined || purchase === undefined || buying.missing !== undefined)
      return notify(buying.missing ?? "", "warning");
    // With its own key it could be paid twice.
    if (unansweredSale(purchase) !== undefined) return setAsked(purchase);
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
          purchase={asked}
          today={purchase}
          balance={me.balance}
          onDone={buying.clear}
          onClose={() => setAsked(null)}
        />
      )}
    </form>
  );
}

function ManyButton(props: { product: ProductRecord; level: Level; chosen: PackageRecord | undefined }) {
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

/** What is typed on a product's page. It survives a reload and the sign-out at midnight. */
interface Draft {
  receiver: string;
  packageId: string | undefined;
  form: OrderForm;
}

/** `to` and `packageId` come from repeating an order, and override an earlier draft. */
function useBuyForm(product: ProductRecord, level: Level, to: string, packageId: string | undefined) {
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
  const purchase: Purchase | undefined = chosen && {
    network,
    packageId: chosen._id,
    offer: chosen.offer,
    receiver,
    totalAmount: toCedis(priceOf(chosen, level)),
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
    check: () => ({ ...basics, ...(form && problemsOf(newForm(form.fields, today()), draft.form)) }),
  });
  return {
    ...fields,
    /** The number as it is bought for: with the zero that was left out. */
    receiver,
    clear,
    form,
    chosen,
    price: chosen && priceOf(chosen, level),
    purchase,
    /** What is still missing before it can be paid or put into the basket, in the order of the page. */
    missing: Object.values(basics)[0],
  };
}

/** The form with its days as the server stores them. */
function withDays(fields: readonly FormField[], form: OrderForm): OrderForm {
  const days = fields
    .filter(({ kind }) => kind === "birthday")
    .map(({ name }) => [name, form[name] ?? ""] as const);
  return { ...form, ...Object.fromEntries(days.map(([name, typed]) => [name, readDay(typed) ?? typed])) };
}

const inputs: Record<FormField["kind"], Omit<ComponentProps<"input">, "value">> = {
  text: {},
  phone: { type: "tel", inputMode: "numeric" },
  card: { autoCapitalize: "characters" },
  birthday: { placeholder: "dd/mm/yyyy" },
};

interface FormFieldsProps {
  title: string;
  fields: readonly FormField[];
  values: OrderForm;
  problems: Problems;
  onChange: (values: OrderForm) => void;
}

function FormFields({ title, fields, values, problems, onChange }: FormFieldsProps) {
  const isTouch = useIsTouch();
  return (
    <Card role="group" aria-label={title} className="flex flex-col gap-3.5">
      {fields.map(({ name, label, kind }) => {
        const common = { required: true, autoComplete: "off", value: values[name] ?? "" };
        const change = (text: string) =>
          onChange({ ...values, [name]: kind === "phone" ? phoneDigits(text) : text });
        if (kind === "birthday" && isTouch)
          return (
            <Field key={name} label={label} error={problems[name]}>
              {(parts) => (
                <TouchDate
                  {...parts}
                  {...common}
                  {...inputs[kind]}
                  type="date"
                  shown={formatDay(common.value)}
                  onChange={({ target }) => change(target.value)}
                />
              )}
            </Field>
          );
        return (
          <TextField
            key={name}
            label={label}
            error={problems[name]}
            {...common}
            {...inputs[kind]}
            onValue={change}
          />
        );
      })}
    </Card>
  );
}
