import {
  productBody,
  type ProductAnswer,
  type ProductRecord,
  type PackageRecord,
} from "#contract/products.ts";
import { limits } from "#contract/terms/limits.ts";
import { texts, confirmProductStatus } from "#contract/terms/texts.ts";
import { errorText } from "../../lib/api-error.ts";
import { useForm, ErrorAlert, FormEnd } from "../../ui/form.tsx";
import { useCosts } from "../../office/suppliers-answer.ts";
import { nothingToSave, useLiveDraft, Outdated } from "../../office/live-draft.tsx";
import { problemsOf } from "../../lib/problems.ts";
import { queryClient } from "../../lib/query-client.ts";
import { approvalsQuery } from "../../office/approvals.query.ts";
import { applyChange } from "../../live/apply.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { ConfirmChanges, Confirm } from "../../ui/confirm.tsx";
import { TextAreaField } from "../../ui/text-area.tsx";
import { notify } from "../../lib/notifications.ts";
import { bodyOf, draftName, draftOf, previewOf } from "./draft.ts";
import { ImageField, PackageRows } from "./product-fields.tsx";
import { priceChanges } from "./price-changes.ts";
import { useState } from "react";
import { levels, type Level, productStatuses, type ProductStatus } from "#contract/terms/statuses.ts";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "../../ui/tabs.tsx";
import { PackageGrid } from "../package-grid.tsx";
import { useOnline } from "../../lib/store.ts";
import { useCommand } from "../../lib/command.ts";
import { SelectField } from "../../ui/native-select.tsx";
import { productsQuery } from "../products.query.ts";

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
            <TextAreaField
              label="Product note"
              hint="Shown to buyers as a warning; it blocks nothing."
              rows={2}
              maxLength={limits.notice_length_max}
              {...form.field("note")}
            />
          </div>
        </Card>
        <PackageRows
          packages={draft.packages}
          problems={problems}
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
  const { changes, warnings } = priceChanges(draft.packages, base, useCosts());
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

/** A preview of what buyers of a level will see, saved or not. */
function PricePreview({ packages, note }: { packages: readonly PackageRecord[]; note: string }) {
  const [level, setLevel] = useState<Level>("Customer");
  return (
    <Card role="region" aria-label="Preview" className="flex flex-col gap-3">
      <h2 className="text-lg font-bold">As buyers see it</h2>
      <Tabs value={level} onValueChange={(chosen) => setLevel(chosen as Level)}>
        <TabsList aria-label="Level" activateOnFocus>
          {levels
            .filter((each) => each !== "Admin")
            .map((each) => (
              <TabsTrigger key={each} value={each}>
                {each}
              </TabsTrigger>
            ))}
        </TabsList>
        <TabsContent value={level}>
          {note.trim() !== "" && <Alert>{note}</Alert>}
          <div inert>
            <PackageGrid packages={packages} level={level} chosenId={undefined} onChoose={() => undefined} />
          </div>
        </TabsContent>
      </Tabs>
    </Card>
  );
}

type StatusFieldProps = Pick<Props, "product"> & {
  status: ProductStatus | undefined;
  onStatus: (status: ProductStatus) => void;
};

/**
 * The status of an existing product is saved at once, after a question. A new product's status is saved with the rest.
 */
function StatusField({ product, status, onStatus }: StatusFieldProps) {
  const [asked, setAsked] = useState<ProductStatus>();
  const isOnline = useOnline();
  const choose = (chosen: ProductStatus) => (product === undefined ? onStatus(chosen) : setAsked(chosen));
  return (
    <>
      <SelectField label="Status" value={product?.status ?? status} disabled={!isOnline} onValue={choose}>
        {productStatuses.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </SelectField>
      {product !== undefined && asked !== undefined && (
        <ConfirmStatus product={product} status={asked} onClose={() => setAsked(undefined)} />
      )}
    </>
  );
}

interface ConfirmStatusProps {
  product: ProductRecord;
  status: ProductStatus;
  onClose: () => void;
}

function ConfirmStatus({ product, status, onClose }: ConfirmStatusProps) {
  // The status when the question was asked, so that another admin's later change is not overwritten.
  const [seen] = useState(product.status);
  const change = useCommand({
    send: (_: void, send) =>
      send({ method: "PUT", path: `/product/${product._id}/status`, body: { status, seen } }),
    onDone: () => {
      notify(texts.productUpdated, "success");
      onClose();
    },
    onError: (error) => notify(statusFailure(error), "danger"),
    // The feed reports the change too, but may be disconnected.
    onSettled: () => void queryClient.invalidateQueries(productsQuery),
  });
  return (
    <Confirm
      title={confirmProductStatus(status)}
      confirm="Yes, mark it"
      busy={change.isBusy}
      onConfirm={() => change.send()}
      onClose={onClose}
    >
      <p className="text-sm text-muted-foreground">
        {product.network}:{" "}
        {status === "available" ? "it can be bought again at once." : "nobody can buy it until it is back."}
      </p>
      <ErrorAlert error={change.error} textOf={statusFailure} />
    </Confirm>
  );
}

function statusFailure(error: Error): string {
  return `${texts.errorUpdatingProductStatus} ${errorText(error)}`;
}
