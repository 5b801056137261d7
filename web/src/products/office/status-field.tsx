import { useState } from "react";
import type { ProductRecord } from "#contract/products.ts";
import { productStatuses, type ProductStatus } from "#contract/terms/statuses.ts";
import { confirmProductStatus, texts } from "#contract/terms/texts.ts";
import { errorText } from "../../lib/api-error.ts";
import { useOnline } from "../../lib/online.ts";
import { queryClient } from "../../lib/query-client.ts";
import { useCommand } from "../../lib/use-command.ts";
import { Alert } from "../../ui/alert.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { notify } from "../../lib/notifications.ts";
import { SelectField } from "../../ui/native-select.tsx";
import { productsQuery } from "../products.query.ts";

interface Props {
  product: ProductRecord | undefined;
  status: ProductStatus | undefined;
  onStatus: (status: ProductStatus) => void;
}

/**
 * The status of an existing product is saved at once, after a question. A new product's status is saved with the rest.
 */
export function StatusField({ product, status, onStatus }: Props) {
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

function ConfirmStatus({
  product,
  status,
  onClose,
}: {
  product: ProductRecord;
  status: ProductStatus;
  onClose: () => void;
}) {
  // The status when the question was asked, so that another admin's later change is not overwritten.
  const [seen] = useState(product.status);
  const change = useCommand({
    send: (_: void, send) =>
      send({ method: "PUT", path: `/product/${product._id}/status`, body: { status, seen } }),
    onDone: () => {
      notify(texts.productUpdated, "success");
      onClose();
    },
    onError: (error) => notify(`${texts.errorUpdatingProductStatus} ${errorText(error)}`, "danger"),
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
      {change.error !== null && (
        <Alert variant="destructive" role="alert">
          {texts.errorUpdatingProductStatus} {errorText(change.error)}
        </Alert>
      )}
    </Confirm>
  );
}
