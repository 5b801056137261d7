import { type ImportAnswer, importBody } from "#contract/fulfilment.ts";
import type { PackageRecord } from "#contract/products.ts";
import { post } from "../../lib/api.ts";
import { countText } from "../../lib/count-text.ts";
import { plainAmount } from "../../lib/money.ts";
import { type Problems, problemsOf } from "../../lib/problems.ts";
import { TextField } from "../../ui/field.tsx";
import { FormDialog, useForm } from "../../ui/form.tsx";
import { SelectField } from "../../ui/native-select.tsx";
import { TextAreaField } from "../../ui/text-area.tsx";
import { readVouchers, type VoucherLine } from "./read-vouchers.ts";
import { readSuppliersAgain } from "./suppliers.query.ts";

interface Props {
  packages: readonly PackageRecord[];
  onAdded: (answer: ImportAnswer) => void;
  onClose: () => void;
}

/** Adds pasted vouchers to the stock. Sending them again is safe: a PIN that is there is left out. */
export function AddVouchers({ packages, onAdded, onClose }: Props) {
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
