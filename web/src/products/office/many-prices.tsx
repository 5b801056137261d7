import { useState } from "react";
import type { ProductAnswer, ProductRecord } from "#contract/products.ts";
import { countText } from "../../lib/count-text.ts";
import { useCommand } from "../../lib/use-command.ts";
import { queryClient } from "../../lib/query-client.ts";
import { applyChange } from "../../live/apply.ts";
import { Changes } from "../../ui/changes.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { ChangeWarnings } from "../../ui/confirm-changes.tsx";
import { TextField } from "../../ui/field.tsx";
import { SelectField } from "../../ui/native-select.tsx";
import { notify } from "../../lib/notifications.ts";
import { approvalsQuery } from "../../office/approvals.query.ts";
import { NotAll } from "../../office/act-results.tsx";
import { mergedResults, type Result, workEach } from "../../office/work-each.ts";
import { bodyOf } from "./draft.ts";
import { type Move, movedDraft, moveText, readMove } from "./moved-prices.ts";
import { priceChanges } from "./price-changes.ts";

interface Props {
  products: readonly ProductRecord[];
  /** The network that is chosen first; undefined: all. */
  network: string | undefined;
  onClose: () => void;
}

/** Moves all prices of one network or of all by a share or an amount, each product by a command of its own. */
export function ManyPrices({ products, network, onClose }: Props) {
  const sold = products.filter(({ packages }) => packages.length > 0);
  const [chosen, setChosen] = useState(sold.some((each) => each.network === network) ? network : undefined);
  const [typed, setTyped] = useState("");
  const [unit, setUnit] = useState<"%" | "¢">("%");
  const move = readMove(typed.trim().replace("−", "-"), unit);
  const meant = sold.filter((each) => chosen === undefined || each.network === chosen);
  const moved = move === undefined ? [] : meant.map((product) => ({ product, ...effectOf(product, move) }));
  const changing = moved.filter(({ changes }) => changes.length > 0);
  const { act, results } = useMove(move, onClose);
  if (!act.isBusy && results.length > 0)
    return (
      <NotAll
        noun="product"
        done="changed"
        line={({ network: name }) => name}
        results={results}
        onRetry={act.send}
        onClose={onClose}
      />
    );
  return (
    <Confirm
      title="Change many prices"
      confirm={changing.length === 0 ? "Change" : `Change ${countText(changing.length, "product")}`}
      busy={act.isBusy}
      disabled={changing.length === 0}
      onConfirm={() => act.send(changing.map(({ product }) => product))}
      onClose={onClose}
    >
      <MoveFields
        networks={sold.map((each) => each.network)}
        network={chosen}
        onNetwork={setChosen}
        typed={typed}
        onType={setTyped}
        unit={unit}
        onUnit={setUnit}
      />
      <ChangeWarnings
        warnings={changing.flatMap(({ product, warnings }) =>
          warnings.map((warning) => `${product.network}, ${warning}`),
        )}
      />
      {changing.length > 0 && (
        <div role="region" aria-label="New prices" tabIndex={0} className="max-h-60 overflow-y-auto">
          {changing.map(({ product, changes }) => (
            <section key={product._id} aria-label={product.network} className="py-1">
              <h3 className="text-sm font-bold">{product.network}</h3>
              <Changes changes={changes} />
            </section>
          ))}
        </div>
      )}
    </Confirm>
  );
}

function effectOf(product: ProductRecord, move: Move) {
  return priceChanges(movedDraft(product, move).packages, product);
}

function useMove(move: Move | undefined, onClose: () => void) {
  const [results, setResults] = useState<Result<ProductRecord>[]>([]);
  const act = useCommand({
    send: (products: ProductRecord[], send) =>
      workEach(products, async (product) => {
        if (move === undefined) return undefined;
        const {
          product: saved,
          message,
          position,
        } = await send<ProductAnswer>({
          method: "PUT",
          path: `/product/${product._id}`,
          body: bodyOf(product.network, movedDraft(product, move), product),
          changes: effectOf(product, move).changes,
        });
        if (saved === undefined) return message;
        applyChange(queryClient, { event: "productsUpdated", data: saved, position });
        return undefined;
      }),
    onDone: (fresh) => {
      const all = mergedResults(results, fresh);
      setResults(all);
      void queryClient.invalidateQueries(approvalsQuery);
      const failed = all.find(({ failure }) => failure !== null);
      if (failed !== undefined) return notify(failed.failure?.message ?? "", "danger");
      const asks = all.filter(({ said }) => said !== undefined).length;
      const by = move === undefined ? "" : ` by ${moveText(move)}`;
      notify(
        `${countText(all.length - asks, "product")} changed${by}${asks > 0 ? `, ${asks} for another admin` : ""}`,
        asks > 0 ? "info" : "success",
      );
      onClose();
    },
  });
  return { act, results };
}

function MoveFields({
  networks,
  network,
  onNetwork,
  typed,
  onType,
  unit,
  onUnit,
}: {
  networks: string[];
  network: string | undefined;
  onNetwork: (network: string | undefined) => void;
  typed: string;
  onType: (typed: string) => void;
  unit: "%" | "¢";
  onUnit: (unit: "%" | "¢") => void;
}) {
  return (
    <div className="grid grid-cols-2 gap-2.5">
      <div className="col-span-2">
        <SelectField
          label="Products"
          value={network ?? ""}
          onValue={(chosen) => onNetwork(chosen || undefined)}
        >
          <option value="">All networks</option>
          {networks.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </SelectField>
      </div>
      <TextField
        label="Change by"
        hint="Rounded to 10 pesewas"
        inputMode="text"
        autoComplete="off"
        placeholder="+5 or −3"
        value={typed}
        onValue={onType}
      />
      <SelectField label="Unit" value={unit} onValue={onUnit}>
        <option value="%">percent</option>
        <option value="¢">cedis</option>
      </SelectField>
    </div>
  );
}
