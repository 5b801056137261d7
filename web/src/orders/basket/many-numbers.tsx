import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { PackageRecord, ProductRecord } from "#contract/products.ts";
import { limits } from "#contract/terms/limits.ts";
import { formatCedis } from "#contract/terms/money.ts";
import type { Level } from "#contract/terms/statuses.ts";
import { useDraft } from "../../lib/draft.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button, buttonVariants } from "../../ui/button.tsx";
import { FileButton } from "../../ui/file-button.tsx";
import { TextAreaField } from "../../ui/text-area.tsx";
import { notify } from "../../lib/notifications.ts";
import { ResponsiveDialog } from "../../ui/responsive-dialog.tsx";
import { unansweredSale } from "../buy/purchase.ts";
import { priceOf } from "../../products/price.ts";
import { useBasket } from "./basket.ts";
import { addToBasket } from "./change-basket.ts";
import { parseNumbers, type NumberLine, rowsOfFile, rowsOfText, textOfRest } from "./parse-numbers.ts";
import { useRepeatedLines } from "./use-repeats.ts";
import { FileUp } from "lucide-react";
import { groupPhone } from "#contract/terms/phone.ts";

interface Props {
  product: ProductRecord;
  level: Level;
  chosen: PackageRecord | undefined;
  onClose: () => void;
}

/**
 * Adds many numbers, pasted or from a file. Shows each line's problem before anything is bought. Lines that are not added
 * stay in the box.
 */
export default function ManyNumbers({ product, level, chosen, onClose }: Props) {
  const { network, packages } = product;
  const [text, setText, forget] = useDraft(`many ${network}`, "");
  const [areRepeatsLeftOut, setRepeatsLeftOut] = useState(false);
  const [added, setAdded] = useState<number>();
  const room = limits.basket_items_max - useBasket().length;
  const lines = parseNumbers(rowsOfText(text), network, packages, chosen).map((line) =>
    isUnanswered(line) ? { ...line, problem: "Already sent, no answer yet" } : line,
  );
  const repeats = useRepeatedLines(lines);
  const good = lines.filter(({ problem }) => problem === undefined);
  const wanted = good.filter(({ line }) => !areRepeatsLeftOut || !repeats.has(line));
  const fitting = wanted.slice(0, room);
  const add = () => {
    addToBasket(
      fitting.flatMap(({ receiver, offer }) =>
        offer === undefined ? [] : [{ network, packageId: offer._id, offer: offer.offer, receiver }],
      ),
    );
    setAdded(fitting.length);
    const rest = textOfRest(lines, new Set(fitting.map(({ line }) => line)));
    setText(rest);
    if (rest === "") forget();
  };
  return (
    <ResponsiveDialog title={`Many numbers · ${network}`} onClose={onClose} className="sm:max-w-lg">
      {added !== undefined && <Added count={added} left={lines.length} />}
      {(added === undefined || lines.length > 0) && (
        <>
          <NumbersField text={text} chosen={chosen} onText={setText} />
          <Repeats
            count={good.filter(({ line }) => repeats.has(line)).length}
            areLeftOut={areRepeatsLeftOut}
            onLeaveOut={setRepeatsLeftOut}
          />
          <NumberLines lines={lines} repeats={repeats} level={level} />
          {wanted.length > room && (
            <p className="text-sm font-medium text-destructive">
              The basket has room for {room} more. The other {wanted.length - room} stay in the box: add them
              after these are paid.
            </p>
          )}
          <Button
            size="lg"
            aria-disabled={fitting.length === 0 || undefined}
            onClick={() => (fitting.length === 0 ? notify(whyNone(lines, room)) : add())}
          >
            {fitting.length === 0
              ? "Add to basket"
              : `Add ${fitting.length} to basket · ${formatCedis(sumOf(fitting, level))}`}
          </Button>
        </>
      )}
      {added !== undefined && lines.length === 0 && (
        <Button variant="outline" onClick={() => setAdded(undefined)}>
          Add more
        </Button>
      )}
    </ResponsiveDialog>
  );
}

function whyNone(lines: readonly NumberLine[], room: number): string {
  if (lines.length === 0) return "Please type or paste at least one number";
  return room === 0 ? "The basket is full. Please pay it first." : "None of these lines can be added";
}

/** With another key it could be paid twice. */
function isUnanswered({ offer, receiver }: NumberLine): boolean {
  return offer !== undefined && unansweredSale({ packageId: offer._id, receiver }) !== undefined;
}

function sumOf(lines: readonly NumberLine[], level: Level): number {
  return lines.reduce((sum, { offer }) => sum + (offer === undefined ? 0 : priceOf(offer, level)), 0);
}

interface FieldProps {
  text: string;
  chosen: PackageRecord | undefined;
  onText: (text: string) => void;
}

function NumbersField({ text, chosen, onText }: FieldProps) {
  const readFile = async (file: File) => {
    try {
      onText((await rowsOfFile(file)).map((cells) => cells.join(", ")).join("\n"));
    } catch {
      notify("This file could not be read. Please choose a CSV or text file.", "danger");
    }
  };
  return (
    <>
      <TextAreaField
        label="One number per line, with its size if it differs"
        hint={chosen === undefined ? "For example: 0244123456 5" : `Without a size: ${chosen.offer}`}
        rows={5}
        spellCheck={false}
        placeholder={"024 412 3456, 5 GB\n0551234567, 10 GB"}
        className="leading-relaxed"
        value={text}
        onValue={onText}
      />
      <FileButton
        accept=".csv,.txt,text/csv,text/plain"
        onFile={(file) => {
          void readFile(file);
        }}
      >
        <FileUp aria-hidden className="size-5" /> From a CSV file
      </FileButton>
    </>
  );
}

interface RepeatsProps {
  count: number;
  areLeftOut: boolean;
  onLeaveOut: (leaveOut: boolean) => void;
}

/** Counted before anything is added, because a list that is pasted twice would be paid twice. */
function Repeats({ count, areLeftOut, onLeaveOut }: RepeatsProps) {
  if (count === 0) return null;
  return (
    <Alert role="status" className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <span className="min-w-[min(10rem,100%)] flex-1">
        {count === 1 ? "1 line repeats" : `${count} lines repeat`} a number and package
        {areLeftOut ? " and will be left out." : " of this list, the basket or today’s orders."}
      </span>
      <Button variant="outline" size="sm" onClick={() => onLeaveOut(!areLeftOut)}>
        {areLeftOut ? "Keep them" : "Leave them out"}
      </Button>
    </Alert>
  );
}

function Added({ count, left }: { count: number; left: number }) {
  return (
    <div className="flex flex-wrap items-center gap-2.5">
      <p role="status" className="min-w-[min(10rem,100%)] flex-1">
        <b>{count} in the basket.</b>
        {left > 0 && ` ${left === 1 ? "1 line was" : `${left} lines were`} not added and stay here.`}
      </p>
      <Link to="/home/basket" className={buttonVariants()}>
        Go to the basket
      </Link>
    </div>
  );
}

interface NumberLinesProps {
  lines: readonly NumberLine[];
  /** Why a line repeats something, by its number. */
  repeats: ReadonlyMap<number, string>;
  level: Level;
}

/** The pasted lines as they were understood. Lines that cannot be bought come first, then repeats. */
function NumberLines({ lines, repeats, level }: NumberLinesProps) {
  if (lines.length === 0) return null;
  const rank = ({ line, problem }: NumberLine) => (problem !== undefined ? 0 : repeats.has(line) ? 1 : 2);
  const sorted = [...lines].sort((a, b) => rank(a) - rank(b));
  const bad = lines.filter(({ problem }) => problem !== undefined).length;
  return (
    <section aria-label="Lines">
      <p role="status" className="text-sm text-muted-foreground">
        {lines.length - bad} good{bad > 0 && <b className="text-destructive">, {bad} with a problem</b>}
      </p>
      <ul className="max-h-60 divide-y divide-border overflow-y-auto overscroll-contain" tabIndex={0}>
        {sorted.map(({ line, text, receiver, offer, problem, warning, duplicate }) => {
          // A duplicate's warning says the same as its repeat.
          const caution = repeats.get(line) ?? (duplicate === undefined ? warning : undefined);
          return (
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
              {problem === undefined && caution !== undefined && (
                <span className="w-full pl-11 text-warning">{caution}</span>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
