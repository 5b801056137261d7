import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { type ImportAnswer, importBody } from "#contract/fulfilment.ts";
import { productTypeOf } from "#contract/terms/product-types.ts";
import { countText } from "../../lib/count-text.ts";
import { ButtonLink } from "../../office/links.tsx";
import { productsQuery } from "../../products/products.query.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { Loading } from "../../ui/placeholders.tsx";
import type { PackageRecord } from "#contract/products.ts";
import { post } from "../../lib/api.ts";
import { plainAmount } from "../../lib/money.ts";
import { type Problems, problemsOf } from "../../lib/problems.ts";
import { TextField } from "../../ui/field.tsx";
import { FormDialog, useForm } from "../../ui/form.tsx";
import { SelectField } from "../../ui/native-select.tsx";
import { TextAreaField } from "../../ui/text-area.tsx";
import { readVouchers, type VoucherLine } from "./read-pasted.ts";
import { readSuppliersAgain } from "./suppliers.query.ts";

interface Props {
  /** By the id of a package. */
  left: Readonly<Record<string, number>>;
  /** Beside the button that adds more. */
  children: ReactNode;
}

/** How many vouchers nobody has bought yet, and the way to add more. */
export function VoucherStock({ left, children }: Props) {
  const query = useQuery(productsQuery);
  const [isAdding, setAdding] = useState(false);
  const [added, setAdded] = useState<ImportAnswer>();
  const packages = (query.data?.rows ?? [])
    .filter(({ network }) => productTypeOf(network).hasVoucher)
    .flatMap((product) => product.packages);
  if (query.data === undefined)
    return <Loading of={query} what="The products could not be loaded." rows={1} height="h-12" />;
  if (packages.length === 0)
    return (
      <div className="flex flex-wrap items-center justify-between gap-2 text-sm">
        The shop sells no vouchers yet.
        <ButtonLink to="/admin/products" search={{ network: "WAEC" }}>
          Sell vouchers
        </ButtonLink>
      </div>
    );
  return (
    <>
      <Facts>
        {packages.map(({ _id, offer }) => (
          <Fact key={_id} name={offer}>
            {left[_id] ? `${left[_id].toLocaleString("en")} left` : "none left"}
          </Fact>
        ))}
      </Facts>
      {added !== undefined && (
        <Alert role="status" variant="success">
          {countText(added.added, "voucher")} added.
          {added.known > 0 &&
            ` ${added.known.toLocaleString("en")} ${added.known === 1 ? "was" : "were"} known already and left out.`}
        </Alert>
      )}
      <div className="mt-1 flex flex-wrap gap-2">
        <Button size="sm" onClick={() => setAdding(true)}>
          Add vouchers
        </Button>
        {children}
      </div>
      {isAdding && <AddVouchers packages={packages} onAdded={setAdded} onClose={() => setAdding(false)} />}
    </>
  );
}

interface AddProps {
  packages: readonly PackageRecord[];
  onAdded: (answer: ImportAnswer) => void;
  onClose: () => void;
}

/** Adds pasted vouchers to the stock. Sending them again is safe: a PIN that is there is left out. */
function AddVouchers({ packages, onAdded, onClose }: AddProps) {
  const form = useForm({
    initial: { package: packages[0]?._id ?? "", cost: "", lines: "" },
    body: ({ lines, cost, ...typed }) => ({
      ...typed,
      cost: plainAmount(cost),
      vouchers: readVouchers(lines),
    }),
    check: (body) => withLines(problemsOf(importBody, body), body.vouchers),
    send: ({ vouchers, ...body }) => {
      const offer = packages.find(({ _id }) => _id === body.package)?.offer ?? "";
      return post<ImportAnswer>(
        "/supplier/vouchers",
        { ...body, vouchers: vouchers.map(({ pin, serial }) => ({ pin, serial })) },
        { changes: [{ what: offer, before: null, after: countText(vouchers.length, "voucher") }] },
      );
    },
    onDone: (answer) => {
      onAdded(answer);
      onClose();
    },
    onSettled: readSuppliersAgain,
  });
  const count = readVouchers(form.values.lines).length;
  return (
    <FormDialog
      title="Add vouchers"
      form={form}
      send={count === 0 ? "Add" : `Add ${countText(count, "voucher")}`}
      onClose={onClose}
    >
      <SelectField
        label="Package"
        names={Object.fromEntries(packages.map(({ _id, offer }) => [_id, offer]))}
        {...form.field("package")}
      />
      <TextField
        label="Cost of each"
        hint="What you paid for one of them, in cedis"
        inputMode="decimal"
        {...form.field("cost")}
      />
      <TextAreaField
        label="Vouchers"
        hint="One per line: the PIN, then the serial number. No page shows them again."
        rows={6}
        spellCheck={false}
        autoComplete="off"
        className="font-mono text-sm"
        placeholder="4918 2736 4550, WRC2611-0042"
        {...form.field("lines")}
      />
    </FormDialog>
  );
}

/** What is wrong with the first wrong voucher, at the field that has all of them. */
function withLines(problems: Problems, vouchers: readonly VoucherLine[]): Problems {
  const entries = Object.entries(problems);
  const others = Object.fromEntries(entries.filter(([path]) => !path.startsWith("vouchers")));
  const wrong = entries.find(([path]) => path.startsWith("vouchers"));
  if (wrong === undefined) return others;
  const line = vouchers[Number(wrong[0].split(".")[1])]?.line;
  const lines =
    line === undefined ? wrong[1] : `Line ${line} must have a PIN and a serial number, and nothing else.`;
  return { ...others, lines };
}
