import { useQuery } from "@tanstack/react-query";
import { createContext, useContext, useState } from "react";
import type { SuppliersAnswer } from "#contract/fulfilment.ts";
import { countText } from "../../lib/count-text.ts";
import { money } from "../../lib/money.ts";
import { useDraft } from "../../lib/draft.ts";
import { notify } from "../../lib/notifications.ts";
import { ButtonLink } from "../../office/links.tsx";
import { productsQuery } from "../../products/products.query.ts";
import { Button } from "../../ui/button.tsx";
import { Chip, Chips } from "../../ui/chips.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { columnsOf } from "../../ui/list-columns.tsx";
import { Monogram, NetworkName } from "../../ui/monogram.tsx";
import { NativeSelect } from "../../ui/native-select.tsx";
import { EmptyState, Loading } from "../../ui/placeholders.tsx";
import { Switch } from "../../ui/switch.tsx";
import {
  belowCost,
  byHand,
  type Choice,
  costOf,
  fromStock,
  optionName,
  type PackageChoice,
  packageChoices,
  proposedChoices,
  turnsOf,
} from "./package-choices.ts";
import { ChangedCosts, BelowCost, priceColumns } from "./changed-costs.tsx";
import { ImportPrices, suppliersWithoutList } from "./import-prices.tsx";
import { PriceRule } from "./supplier-rules.tsx";
import { SaveRoutes } from "./save-routes.tsx";

/** Chooses who delivers a package. For the cells, because the columns are declared once. */
const Choose = createContext<(id: string, choice: Choice) => void>(() => {});

/** Which packages go out by themselves, and to whom. Choices are kept in the tab until they are saved. */
export function PackageRoutes({ answer }: { answer: SuppliersAnswer }) {
  const query = useQuery(productsQuery);
  const products = query.data?.rows ?? [];
  const [drafts, setDrafts] = useDraft<Readonly<Record<string, Choice>>>("package-routes", {});
  const [network, setNetwork] = useState<string>();
  const [saving, setSaving] = useState<PackageChoice[]>();
  const rows = packageChoices(products, answer, drafts);
  const sold = [...new Set(rows.map((row) => row.network))];
  const changed = rows.filter(({ chosen, saved }) => chosen !== saved);
  const propose = (from: SuppliersAnswer) => {
    const proposed = proposedChoices(packageChoices(products, from, drafts));
    const count = Object.keys(proposed).length;
    setDrafts({ ...drafts, ...proposed });
    notify(
      count === 0 ? "Nothing to propose" : `${countText(count, "proposal")}: look at them, then save`,
      "info",
    );
  };
  return (
    <>
      <ChangedCosts prices={answer.prices} rows={rows} />
      <section aria-label="Packages" className="flex min-w-0 flex-col gap-2.5">
        <Head answer={answer} onPropose={propose} />
        <Loading of={query} what="The products could not be loaded." rows={5} height="h-14" />
        {query.data !== undefined && rows.length === 0 && (
          <EmptyState title="No packages yet">
            <ButtonLink to="/admin/products">Add packages</ButtonLink>
          </EmptyState>
        )}
        <Choose value={(id, choice) => setDrafts({ ...drafts, [id]: choice })}>
          {sold.length > 1 && (
            <Chips label="Network">
              {[undefined, ...sold].map((each) => (
                <Chip key={each ?? "all"} on={network === each} onClick={() => setNetwork(each)}>
                  {each ?? "All"}
                </Chip>
              ))}
            </Chips>
          )}
          {rows.length > 0 && (
            <DataTable
              label="Packages"
              columns={columns}
              rows={rows.filter((row) => network === undefined || row.network === network)}
            />
          )}
        </Choose>
        {changed.length > 0 && (
          <UnsavedBar
            count={changed.length}
            onSave={() => setSaving(changed)}
            onDiscard={() => setDrafts({})}
          />
        )}
        {saving && (
          <SaveRoutes
            rows={saving}
            onSaved={(ids) =>
              setDrafts(Object.fromEntries(Object.entries(drafts).filter(([id]) => !ids.has(id))))
            }
            onClose={() => setSaving(undefined)}
          />
        )}
      </section>
      <PriceRule rule={answer.priceRule} products={products} />
    </>
  );
}

function Head({
  answer,
  onPropose,
}: {
  answer: SuppliersAnswer;
  onPropose: (from: SuppliersAnswer) => void;
}) {
  const [isImporting, setImporting] = useState(false);
  return (
    <div className="flex flex-wrap items-end justify-between gap-3">
      <div>
        <h2 className="text-lg font-bold">Which packages go out by themselves</h2>
        <p className="max-w-prose text-sm text-muted-foreground">
          New orders of a package go to whoever is chosen here. The others wait for you under Orders.
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="outline"
          size="sm"
          why={suppliersWithoutList(answer).length === 0 && "Every supplier tells its prices itself."}
          onClick={() => setImporting(true)}
        >
          Import a price list
        </Button>
        <Button variant="outline" size="sm" why={proposalProblem(answer)} onClick={() => onPropose(answer)}>
          Propose matches
        </Button>
      </div>
      {isImporting && (
        <ImportPrices answer={answer} onImported={onPropose} onClose={() => setImporting(false)} />
      )}
    </div>
  );
}

function proposalProblem({ prices, suppliers }: SuppliersAnswer): string | false {
  if (prices.length > 0) return false;
  return suppliers.some(({ name, isOn }) => name === "datamart" && isOn)
    ? "DataMart has not told its prices yet. It does within some minutes."
    : "There are no prices to match: DataMart is off, and no list is imported.";
}

interface BarProps {
  count: number;
  onSave: () => void;
  onDiscard: () => void;
}

function UnsavedBar({ count, onSave, onDiscard }: BarProps) {
  return (
    <div
      role="region"
      aria-label="Unsaved changes"
      className="sticky bottom-[max(0.75rem,env(safe-area-inset-bottom))] z-10 mx-auto flex w-fit max-w-full flex-wrap items-center gap-2 rounded-[0.875rem] bg-foreground p-2 pl-4 font-semibold text-background shadow-xl"
    >
      <span role="status" className="mr-2">
        {countText(count, "change")} not saved
      </span>
      <Button size="sm" onClick={onSave}>
        Save
      </Button>
      <Button variant="bar" size="sm" onClick={onDiscard}>
        Discard
      </Button>
    </div>
  );
}

const columns = columnsOf<PackageChoice>({
  network: {
    title: "Network",
    cell: ({ network }) => <NetworkName network={network} />,
    card: { lead: ({ network }) => <Monogram network={network} /> },
  },
  offer: { title: "Package", card: { title: ({ network, offer }) => `${network} ${offer}` } },
  ...priceColumns,
  cost: {
    title: "Cost",
    kind: "cedis",
    value: costOf,
    cell: (row) => (
      <span className="flex flex-col items-end gap-1">
        {costOf(row) === null ? "–" : money(costOf(row) ?? 0).replace("¢", "")}
        <BelowCost of={row} />
      </span>
    ),
    className: "",
    card: {
      end: (row) => costOf(row) !== null && `costs ${money(costOf(row) ?? 0)}`,
      more: (row) => belowCost(row).length > 0 && <BelowCost of={row} />,
    },
  },
  chosen: {
    title: "Delivered by",
    cell: (row) => <DeliveredBy of={row} />,
    className: "py-1",
    card: { foot: (row) => <DeliveredBy of={row} /> },
  },
});

function DeliveredBy({ of }: { of: PackageChoice }) {
  const choose = useContext(Choose);
  const { _id, network, offer, hasVoucher, options, saved, chosen } = of;
  const label = `Who delivers ${network} ${offer}`;
  if (options.length === 0) return <span className="text-muted-foreground">By hand</span>;
  const isOn = chosen === fromStock;
  return (
    <div className="flex w-full flex-col gap-1">
      {hasVoucher ? (
        <label className="inline-flex min-h-12 items-center gap-3 md:min-h-9">
          <Switch
            aria-label={`${network} ${offer} from the stock`}
            checked={isOn}
            onCheckedChange={(on) => choose(_id, on ? fromStock : byHand)}
          />
          {optionName(of, chosen)}
        </label>
      ) : (
        turnsOf(of).map((turn, at) => (
          <NativeSelect
            key={at}
            aria-label={
              at === 0 ? label : `${label}, if ${at === 1 ? "the first" : "the one before"} refuses`
            }
            className="md:min-h-9 md:w-56"
            value={turn.chosen}
            onChange={({ target }) => choose(_id, turn.with(target.value))}
          >
            <option value={byHand}>{at === 0 ? "By hand" : "If refused: by hand"}</option>
            {turn.options.map(({ choice, name, cost }) => (
              <option key={choice} value={choice}>
                {at > 0 && "If refused: "}
                {name}
                {cost !== null && ` · ${money(cost)}`}
              </option>
            ))}
          </NativeSelect>
        ))
      )}
      {chosen !== saved && (
        <span className="text-sm text-warning">Not saved. Now: {optionName(of, saved)}</span>
      )}
    </div>
  );
}
