import { useState } from "react";
import type { ChangeRecord } from "#contract/audit.ts";
import type { PriceRecord, SuppliersAnswer } from "#contract/fulfilment.ts";
import { listedSuppliers, priceListBody } from "#contract/supplier-prices.ts";
import { carriers } from "#contract/terms/networks.ts";
import { put } from "../../lib/api.ts";
import { countText } from "../../lib/count-text.ts";
import { money } from "../../lib/money.ts";
import { problemsOf } from "../../lib/problems.ts";
import { queryClient } from "../../lib/query-client.ts";
import { textOfFile } from "../../office/decode-file.ts";
import { Alert } from "../../ui/alert.tsx";
import { Changes } from "../../ui/facts.tsx";
import { FileInput } from "../../ui/field.tsx";
import { FormDialog, useForm } from "../../ui/form.tsx";
import { SelectField } from "../../ui/native-select.tsx";
import { TextAreaField } from "../../ui/text-area.tsx";
import { type ListedPrice, readPrices } from "./read-pasted.ts";
import { supplierTitles } from "./supplier-text.ts";
import { suppliersQuery } from "./suppliers.query.ts";

type Listed = (typeof listedSuppliers)[number];

/** Suppliers that do not tell their prices themselves. */
export function suppliersWithoutList({ suppliers }: SuppliersAnswer): Listed[] {
  return listedSuppliers.filter((name) =>
    suppliers.some((one) => one.name === name && !(one.isOn && one.pricesFrom === "supplier")),
  );
}

interface Props {
  answer: SuppliersAnswer;
  onImported: (answer: SuppliersAnswer) => void;
  onClose: () => void;
}

/** Reads a supplier's price list from a file or the clipboard, and shows what differs from the last one before it is saved. */
export function ImportPrices({ answer, onImported, onClose }: Props) {
  const names = suppliersWithoutList(answer);
  const [unreadable, setUnreadable] = useState<string>();
  const form = useForm({
    initial: { supplier: names[0] ?? "", text: "" },
    body: ({ supplier, text }) => ({ supplier, prices: readPrices(text).prices }),
    check: ({ prices }) => {
      const [problem] = Object.values(problemsOf(priceListBody, { prices }));
      return problem === undefined ? {} : { text: problem };
    },
    send: ({ supplier, prices }) => put<SuppliersAnswer>(`/supplier/${supplier}/prices`, { prices }),
    onDone: (after) => {
      queryClient.setQueryData(suppliersQuery.queryKey, after);
      onImported(after);
      onClose();
    },
  });
  const { supplier, text } = form.values;
  const { prices, unread } = readPrices(text);
  const old = answer.prices.filter((price) => price.supplier === supplier);
  const readFile = async (file: File | undefined) => {
    if (file === undefined) return;
    try {
      form.set({ text: await textOfFile(file) });
      setUnreadable(undefined);
    } catch (error) {
      setUnreadable(error instanceof Error ? error.message : "This file could not be read.");
    }
  };
  return (
    <FormDialog
      title="Import a price list"
      form={form}
      send={prices.length === 0 ? "Import" : `Import ${countText(prices.length, "price")}`}
      onClose={onClose}
    >
      <SelectField label="Supplier" {...form.field("supplier")}>
        {names.map((name) => (
          <option key={name} value={name}>
            {supplierTitles[name]}
          </option>
        ))}
      </SelectField>
      <FileInput
        label="File"
        hint="CSV or Excel"
        accept=".csv,.txt,.xlsx"
        error={unreadable}
        onChange={({ target }) => void readFile(target.files?.[0])}
      />
      <TextAreaField
        label="Or paste it"
        hint="One package in each line: its code, its name and what it costs. The network is in a column of its own, in the code or in the name."
        rows={5}
        spellCheck={false}
        className="font-mono text-sm"
        placeholder={"mtn-5gb, MTN 5 GB, 20.50"}
        {...form.field("text")}
      />
      {unread.length > 0 && (
        <Alert role="status" variant="warning">
          {countText(unread.length, "line")} left out, without a network ({carriers.join(", ")}), a code or a
          cost: {unread[0]}
        </Alert>
      )}
      {prices.length > 0 && <Differences prices={prices} old={old} />}
    </FormDialog>
  );
}

/** New ones are only counted: the first list would be all of it. */
function Differences({ prices, old }: { prices: readonly ListedPrice[]; old: readonly PriceRecord[] }) {
  const lines: ChangeRecord[] = [];
  for (const { code, name, cost } of prices) {
    const before = old.find((price) => price.code === code);
    if (before !== undefined && before.cost !== cost)
      lines.push({ what: name, before: money(before.cost), after: money(cost) });
  }
  const gone = old.filter(({ code }) => !prices.some((price) => price.code === code));
  const known = old.length - gone.length;
  return (
    <>
      <p role="status" className="text-sm">
        {countText(prices.length - known, "new price")}, {lines.length.toLocaleString("en")} changed,{" "}
        {gone.length.toLocaleString("en")} gone, {(known - lines.length).toLocaleString("en")} as before.
      </p>
      {lines.length + gone.length > 0 && (
        <div role="region" aria-label="Differences" tabIndex={0} className="max-h-60 overflow-y-auto">
          <Changes
            changes={[
              ...lines,
              ...gone.map(({ name, cost }) => ({ what: name, before: money(cost), after: "gone" })),
            ]}
          />
        </div>
      )}
    </>
  );
}
