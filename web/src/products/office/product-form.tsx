import { productBody, type ProductAnswer, type ProductRecord } from "#contract/products.ts";
import { limits } from "#contract/terms/limits.ts";
import { texts } from "#contract/terms/texts.ts";
import { errorText } from "../../lib/api-error.ts";
import { useForm } from "../../lib/form.ts";
import { nothingToSave, useLiveDraft, Outdated } from "../../office/live-draft.tsx";
import { problemsOf } from "../../lib/problems.ts";
import { queryClient } from "../../lib/query-client.ts";
import { approvalsQuery } from "../../office/approvals.query.ts";
import { applyChange } from "../../live/apply.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { ConfirmChanges } from "../../ui/confirm-changes.tsx";
import { Field, inputLook } from "../../ui/field.tsx";
import { FormEnd } from "../../ui/form-end.tsx";
import { notify } from "../../lib/notifications.ts";
import { bodyOf, draftName, draftOf, previewOf } from "./draft.ts";
import { ImageField } from "./image-field.tsx";
import { PackageRows } from "./package-rows.tsx";
import { priceChanges } from "./price-changes.ts";
import { PricePreview } from "./price-preview.tsx";
import { StatusField } from "./status-field.tsx";

interface Props {
  network: string;
  /** Undefined if the network has no product yet. */
  product: ProductRecord | undefined;
}

export function ProductForm({ network, product }: Props) {
  const form = useProduct({ network, product });
  const { values: draft, set, isDirty, problems } = form;
  const undo = () => {
    form.reload(product);
    form.forget();
  };
  return (
    <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,1fr)_22rem]">
      <form noValidate className="flex min-w-0 flex-col gap-3.5" onSubmit={form.submit}>
        {form.isOutdated && <Outdated what="this product" onLoad={undo} />}
        {form.isKept && !form.isOutdated && (
          <Alert variant="info" role="note">
            These are your changes from before. They are not saved yet.
          </Alert>
        )}
        <Card className="grid grid-cols-1 gap-4 md:grid-cols-2">
          <ImageField
            network={network}
            image={draft.image}
            error={problems["image"]}
            onImage={(image) => set({ image })}
          />
          <StatusField product={product} status={draft.status} onStatus={(status) => set({ status })} />
          <div className="md:col-span-2">
            <NoteField note={draft.note} error={problems["note"]} onNote={(note) => set({ note })} />
          </div>
        </Card>
        <PackageRows
          packages={draft.packages}
          problems={problems}
          mayAdd={draft.image !== null}
          onChange={(packages) => set({ packages })}
        />
        <div className="flex flex-wrap gap-2.5">
          <FormEnd form={isDirty ? form : { ...form, error: null }} textOf={textOf}>
            {product === undefined ? "Create product" : "Save product"}
          </FormEnd>
          {isDirty && (
            <Button variant="ghost" onClick={undo}>
              Undo changes
            </Button>
          )}
        </div>
      </form>
      {form.question && (
        <ConfirmChanges
          title={`Change prices of ${network}?`}
          changes={form.changes}
          warnings={form.warnings}
          {...form.question}
        />
      )}
      <PricePreview packages={previewOf(draft)} note={draft.note} />
    </div>
  );
}

function useProduct({ network, product }: Props) {
  const { base, draft, change, ...form } = useLiveDraft(
    product,
    (each) => draftOf(network, each),
    draftName(network),
  );
  const { changes, warnings } = priceChanges(draft.packages, base);
  const saving = useForm({
    values: draft,
    onChange: change,
    body: (typed) => bodyOf(network, typed, base),
    check: (body) => (form.isDirty ? problemsOf(productBody, body) : nothingToSave),
    // A new product has no prices that buyers know yet.
    isAsked: () => warnings.length > 0 || (base !== undefined && changes.length > 0),
    send: (body, send) =>
      send<ProductAnswer>({
        changes,
        ...(product === undefined
          ? { method: "POST", path: "/product/create" }
          : { method: "PUT", path: `/product/${product._id}` }),
        body,
      }),
    onDone: ({ product: saved, message, position }) => {
      if (saved === undefined) {
        form.reload(product);
        void queryClient.invalidateQueries(approvalsQuery);
        return notify(message);
      }
      form.reload(saved);
      applyChange(queryClient, { event: "productsUpdated", data: saved, position });
      notify(message, "success");
    },
    onError: (error) => notify(textOf(error), "danger"),
  });
  return { ...form, ...saving, changes, warnings };
}

function textOf(error: Error): string {
  return `${texts.errorSavingProduct} ${errorText(error)}`;
}

function NoteField({
  note,
  error,
  onNote,
}: {
  note: string;
  error: string | undefined;
  onNote: (note: string) => void;
}) {
  return (
    <Field label="Product note" hint="Shown to buyers as a warning; it blocks nothing." error={error}>
      {(parts) => (
        <textarea
          {...parts}
          rows={2}
          maxLength={limits.notice_length_max}
          className={`${inputLook} py-2.5`}
          value={note}
          onChange={({ target }) => onNote(target.value)}
        />
      )}
    </Field>
  );
}
