import { Link } from "@tanstack/react-router";
import { FileUp } from "lucide-react";
import { useId, useState } from "react";
import type { PackageRecord, ProductRecord } from "#api/contract/products.ts";
import { limits } from "#ledger/terms/limits.ts";
import { formatCedis } from "#ledger/terms/money.ts";
import { groupPhone } from "#ledger/terms/phone.ts";
import type { Level } from "#ledger/terms/statuses.ts";
import { cn } from "../../lib/cn.ts";
import { useDraft } from "../../lib/draft.ts";
import { Button, buttonVariants } from "../../ui/button.tsx";
import { Field, inputLook } from "../../ui/field.tsx";
import { notify } from "../../ui/notifications.ts";
import { ResponsiveDialog } from "../../ui/responsive-dialog.tsx";
import { priceOf } from "../buy/price.ts";
import { unansweredSale } from "../buy/purchase.ts";
import { useBasket } from "./basket.ts";
import { addToBasket, unansweredInBasket } from "./change-basket.ts";
import { parseNumbers, type NumberLine, rowsOfFile, rowsOfText } from "./parse-numbers.ts";

interface Props {
  product: ProductRecord;
  level: Level;
  chosen: PackageRecord | undefined;
  onClose: () => void;
}

/** Adds many numbers, pasted or from a file. Shows each line's problem before anything is bought. */
export default function ManyNumbers({ product, level, chosen, onClose }: Props) {
  const { network, packages } = product;
  const [text, setText, forget] = useDraft(`many ${network}`, "");
  const room = limits.basket_items_max - useBasket().length;
  const [added, setAdded] = useState<number>();
  const lines = parseNumbers(rowsOfText(text), network, packages, chosen).map((line) =>
    isUnanswered(network, line) ? { ...line, problem: "Already sent, no answer yet" } : line,
  );
  const good = lines.filter(({ problem }) => problem === undefined);
  const total = good.reduce((sum, { offer }) => sum + (offer === undefined ? 0 : priceOf(offer, level)), 0);
  const add = () => {
    const items = good.flatMap(({ receiver, offer }) =>
      offer === undefined ? [] : [{ network, packageId: offer._id, offer: offer.offer, receiver }],
    );
    setAdded(addToBasket(items));
    setText("");
    forget();
  };
  const readFile = async (file: File | undefined) => {
    if (file === undefined) return;
    try {
      setText((await rowsOfFile(file)).map((cells) => cells.join(", ")).join("\n"));
    } catch {
      notify("This file could not be read. Please choose a CSV or text file.", "danger");
    }
  };
  return (
    <ResponsiveDialog title={`Many numbers · ${network}`} onClose={onClose} className="sm:max-w-lg">
      {added !== undefined && text === "" ? (
        <Added count={added} onMore={() => setAdded(undefined)} />
      ) : (
        <>
          <Field
            label="One number per line, with its size if it differs"
            hint={chosen === undefined ? "For example: 0244123456 5" : `Without a size: ${chosen.offer}`}
          >
            {(parts) => (
              <textarea
                {...parts}
                rows={5}
                spellCheck={false}
                placeholder={"024 412 3456, 5 GB\n0551234567, 10 GB"}
                className={cn(inputLook, "py-2.5 leading-relaxed")}
                value={text}
                onChange={({ target }) => setText(target.value)}
              />
            )}
          </Field>
          <FileButton onFile={(file) => void readFile(file)} />
          <Lines lines={lines} level={level} />
          {good.length > room && (
            <p className="text-sm font-medium text-destructive">
              The basket has room for {room} more. Add the rest after these are paid.
            </p>
          )}
          <Button size="lg" disabled={good.length === 0} onClick={add}>
            {good.length === 0 ? "Add to basket" : `Add ${good.length} to basket · ${formatCedis(total)}`}
          </Button>
        </>
      )}
    </ResponsiveDialog>
  );
}

/** With another key it could be paid twice. */
function isUnanswered(network: string, { offer, receiver }: NumberLine): boolean {
  if (offer === undefined) return false;
  const sale = { network, packageId: offer._id, receiver };
  return unansweredInBasket(sale) || unansweredSale(sale) !== undefined;
}

function Added({ count, onMore }: { count: number; onMore: () => void }) {
  return (
    <>
      <p role="status">{count} in the basket.</p>
      <div className="flex flex-wrap gap-2.5">
        <Button variant="outline" className="flex-1" onClick={onMore}>
          Add more
        </Button>
        <Link to="/home/basket" className={buttonVariants({ className: "flex-2" })}>
          Go to the basket
        </Link>
      </div>
    </>
  );
}

function FileButton({ onFile }: { onFile: (file: File | undefined) => void }) {
  const id = useId();
  return (
    <div className="relative">
      <input
        id={id}
        type="file"
        accept=".csv,.txt,text/csv,text/plain"
        className="peer absolute size-px opacity-0"
        onChange={({ target }) => {
          onFile(target.files?.[0]);
          // Allows choosing the same file again after correcting it.
          target.value = "";
        }}
      />
      <label
        htmlFor={id}
        className={buttonVariants({
          variant: "outline",
          className: "w-full cursor-pointer peer-focus-visible:outline-3 peer-focus-visible:outline-ring",
        })}
      >
        <FileUp aria-hidden className="size-5" /> From a CSV file
      </label>
    </div>
  );
}

/** Lines that cannot be bought come first, because they need correction. */
function Lines({ lines, level }: { lines: readonly NumberLine[]; level: Level }) {
  if (lines.length === 0) return null;
  const sorted = [...lines].sort((a, b) => Number(b.problem !== undefined) - Number(a.problem !== undefined));
  const bad = lines.filter(({ problem }) => problem !== undefined).length;
  return (
    <section aria-label="Lines">
      <p role="status" className="text-sm text-muted-foreground">
        {lines.length - bad} good{bad > 0 && <b className="text-destructive">, {bad} with a problem</b>}
      </p>
      <ul className="max-h-60 divide-y divide-border overflow-y-auto overscroll-contain" tabIndex={0}>
        {sorted.map(({ line, text, receiver, offer, problem, warning }) => (
          <li key={line} className="flex flex-wrap items-baseline gap-x-3 py-2 text-sm">
            <span className="w-8 text-muted-foreground">{line}</span>
            <span className="flex-1 font-medium whitespace-nowrap">
              {problem === undefined ? groupPhone(receiver) : text.slice(0, 40)}
            </span>
            {problem === undefined && offer !== undefined && (
              <span className="text-muted-foreground">
                {offer.offer} · {formatCedis(priceOf(offer, level))}
              </span>
            )}
            {problem !== undefined && (
              <span className="w-full pl-11 font-medium text-destructive">{problem}</span>
            )}
            {warning !== undefined && <span className="w-full pl-11 text-warning">{warning}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
