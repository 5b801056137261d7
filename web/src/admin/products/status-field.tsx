import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { ProductRecord } from "#api/contract/products.ts";
import { productStatuses, type ProductStatus } from "#ledger/terms/statuses.ts";
import { confirmProductStatus, texts } from "#ledger/terms/texts.ts";
import { errorText } from "../../lib/api-error.ts";
import { put } from "../../lib/api.ts";
import { useOnline } from "../../lib/online.ts";
import { queryClient } from "../../lib/query-client.ts";
import { Alert } from "../../ui/alert.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { Field } from "../../ui/field.tsx";
import { notify } from "../../ui/notifications.ts";
import { Select } from "../../ui/select.tsx";
import { productsQuery } from "../../app/catalogue/products.query.ts";

interface Props {
  product: ProductRecord | undefined;
  status: ProductStatus | undefined;
  onStatus: (status: ProductStatus) => void;
}

/** Of a product that is sold, the status changes by itself, after a question; of a new one it is saved with the rest. */
export function StatusField({ product, status, onStatus }: Props) {
  const [asked, setAsked] = useState<ProductStatus>();
  const isOnline = useOnline();
  const choose = (chosen: ProductStatus) => (product === undefined ? onStatus(chosen) : setAsked(chosen));
  return (
    <>
      <Field label="Status">
        {(parts) => (
          <Select
            {...parts}
            value={product?.status ?? status}
            disabled={!isOnline}
            onChange={({ target }) => choose(target.value as ProductStatus)}
          >
            {productStatuses.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </Select>
        )}
      </Field>
      {product !== undefined && asked !== undefined && (
        <ConfirmStatus product={product} status={asked} onClose={() => setAsked(undefined)} />
      )}
    </>
  );
}

function ConfirmStatus({
  product,
  status,
  onClose,
}: {
  product: ProductRecord;
  status: ProductStatus;
  onClose: () => void;
}) {
  // What it was when it was asked about: what another admin makes of it meanwhile is not overwritten.
  const [seen] = useState(product.status);
  const change = useMutation({
    mutationFn: () => put(`/product/${product._id}/status`, { status, seen }),
    onSuccess: () => {
      notify(texts.productUpdated, "success");
      onClose();
      // The feed says it, too; where it is away, this does.
      void queryClient.invalidateQueries(productsQuery);
    },
    onError: (error) => {
      notify(`${texts.errorUpdatingProductStatus} ${errorText(error)}`, "danger");
      void queryClient.invalidateQueries(productsQuery);
    },
  });
  return (
    <Confirm
      title={confirmProductStatus(status)}
      confirm="Yes, mark it"
      busy={change.isPending}
      onConfirm={() => change.mutate()}
      onClose={onClose}
    >
      <p className="text-s text-ink-2">
        {product.network}:{" "}
        {status === "available" ? "it can be bought again at once." : "nobody can buy it until it is back."}
      </p>
      {change.isError && (
        <Alert tone="bad" role="alert">
          {texts.errorUpdatingProductStatus} {errorText(change.error)}
        </Alert>
      )}
    </Confirm>
  );
}
