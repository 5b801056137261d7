import { useMutation } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import type { ProductAnswer, ProductRecord } from "#api/contract/products.ts";
import { limits } from "#ledger/terms/limits.ts";
import { texts } from "#ledger/terms/texts.ts";
import { errorText } from "../../lib/api-error.ts";
import { post, put } from "../../lib/api.ts";
import { useLiveDraft, Outdated } from "../shared/live-draft.tsx";
import { useOnline } from "../../lib/online.ts";
import { queryClient } from "../../lib/query-client.ts";
import { applyChange } from "../../live/apply.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Field, inputLook } from "../../ui/field.tsx";
import { notify } from "../../ui/notifications.ts";
import { bodyOf, draftOf, previewOf, type ProductDraft } from "./draft.ts";
import { ImageField } from "./image-field.tsx";
import { PackageRows } from "./package-rows.tsx";
import { PricePreview } from "./price-preview.tsx";
import { StatusField } from "./status-field.tsx";

interface Props {
  network: string;
  /** Undefined if the network has no product yet. */
  product: ProductRecord | undefined;
}

export function ProductForm({ network, product }: Props) {
  const { draft, setDraft, base, isDirty, isOutdated, reload } = useLiveDraft(product, (each) =>
    draftOf(network, each),
  );
  const [wasTried, setTried] = useState(false);
  const isOnline = useOnline();
  const { body, errors } = bodyOf(network, draft, base);
  const save = useMutation({
    mutationFn: () =>
      product === undefined
        ? post<ProductAnswer>("/product/create", body)
        : put<ProductAnswer>(`/product/${product._id}`, body),
    onSuccess: ({ product: saved, message, position }) => {
      reload(saved);
      setTried(false);
      applyChange(queryClient, { event: "productsUpdated", data: saved, position });
      notify(message, "success");
    },
    onError: (error) => notify(`${texts.errorSavingProduct} ${errorText(error)}`, "danger"),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(errors).length === 0) save.mutate();
  };
  const change = (part: Partial<ProductDraft>) => setDraft({ ...draft, ...part });
  const shown = wasTried ? errors : {};
  return (
    <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,1fr)_22rem]">
      <form noValidate className="flex min-w-0 flex-col gap-3.5" onSubmit={submit}>
        {isOutdated && <Outdated what="this product" onLoad={() => reload(product)} />}
        <Card className="grid grid-cols-1 gap-4 md:grid-cols-2">
          <ImageField
            network={network}
            image={draft.image}
            error={shown["image"]}
            onImage={(image) => change({ image })}
          />
          <StatusField product={product} status={draft.status} onStatus={(status) => change({ status })} />
          <div className="md:col-span-2">
            <NoteField note={draft.note} error={shown["note"]} onNote={(note) => change({ note })} />
          </div>
        </Card>
        <PackageRows
          packages={draft.packages}
          errors={shown}
          mayAdd={draft.image !== null}
          onChange={(packages) => change({ packages })}
        />
        {save.isError && (
          <Alert variant="destructive" role="alert">
            {texts.errorSavingProduct} {errorText(save.error)}
          </Alert>
        )}
        <div className="flex flex-wrap gap-2.5">
          <Button type="submit" busy={save.isPending} disabled={!isOnline || !isDirty}>
            {product === undefined ? "Create product" : "Save product"}
          </Button>
          {isDirty && (
            <Button variant="ghost" onClick={() => reload(product)}>
              Undo changes
            </Button>
          )}
        </div>
      </form>
      <PricePreview packages={previewOf(draft)} note={draft.note} />
    </div>
  );
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
