import { useQuery } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";
import { type FormEvent, useState } from "react";
import { type ProductsAnswer, productsBody } from "#contract/products.ts";
import { networks } from "#contract/terms/product-types.ts";
import { cn } from "../../lib/cn.ts";
import { countText } from "../../lib/count-text.ts";
import { notify, showFirst } from "../../lib/notifications.ts";
import type { Problems } from "../../lib/problems.ts";
import { queryClient } from "../../lib/query-client.ts";
import { applyChange } from "../../live/apply.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { keepEnter } from "../../ui/confirm.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { TextField } from "../../ui/field.tsx";
import { Form, useForm } from "../../ui/form.tsx";
import { Monogram } from "../../ui/monogram.tsx";
import { TextAreaField } from "../../ui/text-area.tsx";
import { productsQuery } from "../products.query.ts";
import { levelNames, priceFields } from "./draft.ts";
import {
  type Margins,
  costProblem,
  type Pasted,
  pastedRows,
  pricedByCost,
  productsOf,
  type StartRow,
  usualMargins,
  usualRows,
  withMargins,
  withPasted,
} from "./start-rows.ts";

const costFields = ["cost", ...priceFields] as const;

interface Values {
  rows: StartRow[];
  margins: Margins;
}

/** Ghana's usual packages to tick, with a price for each level. All products are created at once. */
export function StartList() {
  const { data } = useQuery(productsQuery);
  const sold = data?.rows.map(({ network }) => network) ?? [];
  // What is sold meanwhile, here or by another admin, leaves the list, and the rest stays as it was typed.
  const unsold = ({ rows }: Values) => rows.filter(({ network }) => !sold.includes(network));
  const form = useForm<Values, ProductsAnswer, ReturnType<typeof productsOf>>({
    initial: { rows: usualRows(), margins: usualMargins },
    schema: productsBody,
    body: (values) => productsOf(unsold(values)),
    send: (body, send) => send<ProductsAnswer>({ method: "POST", path: "/product/create-several", body }),
    onDone: ({ products, message }) => {
      for (const product of products)
        applyChange(queryClient, { event: "productsUpdated", data: product, position: product.position });
      notify(message, "success");
    },
  });
  const { margins } = form.values;
  const rows = unsold(form.values);
  const change = (changed: StartRow, to: StartRow) =>
    form.set({ rows: rows.map((row) => (row === changed ? to : row)) });
  const chosen = rows.filter(({ isChosen }) => isChosen).length;
  if (data === undefined) return null;
  if (sold.length === networks.length)
    return <p>All networks are on sale. Their packages and prices are under Products.</p>;
  const isWrong = rows.some((row) => row.isChosen && costFields.some((field) => costProblem(row, field)));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (!isWrong) return form.submit(event);
    event.preventDefault();
    showFirst({ cost: "A price is below your cost." }, event.currentTarget);
  };
  return (
    <Form
      form={{ ...form, submit }}
      send={chosen === 0 ? "Sell these" : `Sell ${countText(chosen, "package")}`}
      // Whoever types one price after the other is not done yet.
      onKeyDown={keepEnter}
    >
      <Margin
        margins={margins}
        onChange={(to) => form.set({ margins: to, rows: rows.map((row) => withMargins(row, margins, to)) })}
      />
      <Paste
        onPaste={(text) => {
          const pasted = pastedRows(text, sold, margins);
          form.set({ rows: withPasted(rows, pasted.rows) });
          return pasted.unread;
        }}
      />
      {networks.map((network) => (
        <Network
          key={network}
          network={network}
          rows={rows.filter((row) => row.network === network)}
          problems={problemsIn(form.problems, rows, network)}
          onChoose={(isChosen) =>
            form.set({ rows: rows.map((row) => (row.network === network ? { ...row, isChosen } : row)) })
          }
          onChange={(row, to) =>
            change(row, "cost" in to ? pricedByCost({ ...row, ...to }, margins) : { ...row, ...to })
          }
        />
      ))}
      {form.problems["products"] !== undefined && (
        <Alert variant="destructive" role="alert">
          {form.problems["products"]}
        </Alert>
      )}
    </Form>
  );
}

/** Problems of a network's rows, by the row's place among the chosen ones and its field: "0.priceAgent". */
function problemsIn(problems: Problems, rows: readonly StartRow[], network: string): Problems {
  const at = productsOf(rows).products.findIndex((product) => product.network === network);
  const start = `products.${at}.packages.`;
  return Object.fromEntries(
    Object.entries(problems)
      .filter(([name]) => name.startsWith(start))
      .map(([name, text]) => [name.slice(start.length), text]),
  );
}

function Margin({ margins, onChange }: { margins: Margins; onChange: (margins: Margins) => void }) {
  return (
    <fieldset className="grid grid-cols-3 items-end gap-2.5">
      <legend className="mb-1.5 text-sm text-muted-foreground">
        The prices are examples: check them. Type what a package costs you, and its prices follow with these
        margins. Or type the prices yourself.
      </legend>
      {priceFields.map((field) => (
        <TextField
          key={field}
          label={`${levelNames[field]} (%)`}
          inputMode="decimal"
          value={margins[field]}
          onValue={(text) => onChange({ ...margins, [field]: text })}
        />
      ))}
    </fieldset>
  );
}

/** `onPaste` returns the lines that could not be read. */
function Paste({ onPaste }: { onPaste: (text: string) => Pasted["unread"] }) {
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState("");
  const [unread, setUnread] = useState<Pasted["unread"]>();
  if (!isOpen)
    return (
      <Button variant="outline" size="sm" className="self-start" onClick={() => setOpen(true)}>
        Paste a price list
      </Button>
    );
  return (
    <Card className="flex flex-col gap-3">
      <TextAreaField
        label="Price list"
        hint="From a sheet, a file or a message, one package in each line: network, package, and the three prices or your cost."
        rows={5}
        value={text}
        onValue={setText}
        placeholder={"MTNup2u\t1 GB\t4.80\t4.60\t4.50"}
      />
      <Button
        variant="soft"
        size="sm"
        className="self-start"
        onClick={() => {
          const left = onPaste(text);
          setUnread(left);
          setText(left.map((line) => line.text).join("\n"));
        }}
      >
        Take these
      </Button>
      {unread !== undefined && unread.length > 0 && (
        <Alert role="status" variant="warning">
          {countText(unread.length, "line")} could not be read, and {unread.length === 1 ? "is" : "are"} still
          in the box.
          <ul className="mt-1 list-disc pl-4 wrap-anywhere">
            {unread.slice(0, 10).map(({ text: line, problem }) => (
              <li key={line}>
                “{line}”: {problem}
              </li>
            ))}
          </ul>
        </Alert>
      )}
    </Card>
  );
}

interface NetworkProps {
  network: string;
  rows: StartRow[];
  problems: Problems;
  onChoose: (isChosen: boolean) => void;
  onChange: (row: StartRow, to: Partial<StartRow>) => void;
}

function Network({ network, rows, problems, onChoose, onChange }: NetworkProps) {
  const chosen = rows.filter(({ isChosen }) => isChosen);
  const [isWanted, setWanted] = useState(false);
  const isOpen = isWanted || chosen.length > 0;
  if (rows.length === 0) return null;
  return (
    <Card role="group" aria-label={network} className="flex min-w-0 flex-col gap-1 py-2">
      <div className="flex items-center gap-3">
        <label className="flex min-h-12 flex-1 items-center gap-3 font-bold">
          <Checkbox
            checked={chosen.length === rows.length}
            indeterminate={chosen.length > 0 && chosen.length < rows.length}
            onCheckedChange={onChoose}
          />
          <Monogram network={network} className="max-[23rem]:hidden" />
          {network}
        </label>
        <Button
          variant="ghost"
          size="sm"
          aria-expanded={isOpen}
          aria-label={`${network}: ${chosen.length} of ${rows.length} chosen`}
          why={chosen.length > 0 && "Untick its packages to close the list."}
          onClick={() => setWanted(!isWanted)}
        >
          {chosen.length} of {rows.length}
          <ChevronDown aria-hidden className={cn("size-5", isOpen && "rotate-180")} />
        </Button>
      </div>
      {isOpen &&
        rows.map((row) => (
          <Row
            key={row.offer}
            row={row}
            problems={problems}
            at={chosen.indexOf(row)}
            onChange={(to) => onChange(row, to)}
          />
        ))}
    </Card>
  );
}

interface RowProps extends Pick<NetworkProps, "problems"> {
  row: StartRow;
  /** Among the chosen ones. */
  at: number;
  onChange: (to: Partial<StartRow>) => void;
}

function Row({ row, problems, at, onChange }: RowProps) {
  const { network, offer, isChosen } = row;
  const common = { inputMode: "decimal", className: "px-2 text-right" } as const;
  return (
    <div role="group" aria-label={`${network} ${offer}`} className="border-t border-border py-1.5">
      <label className="flex min-h-12 items-center gap-3">
        <Checkbox checked={isChosen} onCheckedChange={(checked) => onChange({ isChosen: checked })} />
        <span className="flex-1">{offer}</span>
        {!isChosen && (
          <span className="text-sm text-muted-foreground tabular-nums">¢{row.priceCustomer}</span>
        )}
      </label>
      {isChosen && (
        <div className="grid grid-cols-2 gap-2 pb-2 sm:grid-cols-4">
          <TextField
            label="Your cost (¢)"
            {...common}
            error={costProblem(row, "cost")}
            value={row.cost}
            onValue={(cost) => onChange({ cost })}
          />
          {priceFields.map((field) => (
            <TextField
              key={field}
              label={`${levelNames[field]} (¢)`}
              {...common}
              error={costProblem(row, field) ?? problems[`${at}.${field}`]}
              value={row[field]}
              onValue={(price) => onChange({ [field]: price })}
            />
          ))}
        </div>
      )}
    </div>
  );
}
