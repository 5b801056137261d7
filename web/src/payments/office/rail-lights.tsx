import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Rails, transferForm } from "#contract/payments.ts";
import { countText } from "../../lib/count-text.ts";
import { cn } from "../../lib/cn.ts";
import { money, plainAmount, plainMoney } from "../../lib/money.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Loading } from "../../ui/placeholders.tsx";
import { PlayMoney } from "../../ui/play-money.tsx";
import { railNames } from "#contract/rails.ts";
import { railsQuery } from "./payments.query.ts";
import { RailTitle, comparedText, NoteBalance } from "./rail-statement.tsx";
import { statementMoment } from "./statement-moment.ts";
import { safeParse } from "valibot";
import { toCedis } from "#contract/terms/money.ts";
import { useForm, FormDialog } from "../../ui/form.tsx";
import { TextField } from "../../ui/field.tsx";
import { SelectField } from "../../ui/native-select.tsx";
import { onceSent } from "./payment-dialogs.tsx";
import { ReasonField } from "../../office/reason-field.tsx";

type RailState = Rails["rails"][number];

/** What the books say that each rail holds, beside what it says itself. Rails that were never used are left out. */
export function RailLights() {
  const query = useQuery(railsQuery);
  if (!query.isSuccess) return <Loading of={query} what="The rails could not be loaded." />;
  const { data } = query;
  const used = data.rails.filter(
    ({ books, own, statement }) => books !== 0 || own !== null || statement !== null,
  );
  return (
    <>
      {data.isPlayMoney && <PlayMoney />}
      {used.length > 0 && (
        <section aria-label="Rails" className="grid grid-cols-[repeat(auto-fit,minmax(15rem,1fr))] gap-3">
          {used.map((rail) => (
            <Light key={rail.rail} of={rail} />
          ))}
          <Card className="flex flex-col gap-0.5">
            <h2 className="text-sm text-muted-foreground">Not matched</h2>
            <b className="text-lg">{money(data.suspense.value)}</b>
            <span className="text-sm text-muted-foreground">{countText(data.suspense.count, "payment")}</span>
          </Card>
        </section>
      )}
    </>
  );
}

function Light({ of }: { of: RailState }) {
  const { rail, books, own } = of;
  const [isBooking, setIsBooking] = useState(false);
  const { agrees, difference, text } = compared(of);
  return (
    <Card role="region" aria-label={railNames[rail]} className="flex flex-col gap-0.5">
      <RailTitle rail={rail} agrees={agrees} />
      <b className="text-lg">{money(books)}</b>
      <span
        className={cn("text-sm", agrees === false ? "font-bold text-destructive" : "text-muted-foreground")}
      >
        {text}
      </span>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button variant="soft" size="sm" onClick={() => setIsBooking(true)}>
          Book a transfer
        </Button>
        {own === null && <NoteBalance rail={rail} />}
      </div>
      {isBooking && <TransferDialog of={of} difference={difference} onClose={() => setIsBooking(false)} />}
    </Card>
  );
}

/**
 * With what the rail says now, else with the last balance of its statement. `difference`: by how much the books have more.
 */
function compared({ books, own, agrees, statement, onTheirWay }: RailState) {
  const leaving =
    onTheirWay.count === 0
      ? ""
      : `. Withdrawals of ${money(onTheirWay.value)} are on their way, and may have left it`;
  if (own !== null)
    return {
      agrees,
      difference: books - own,
      text: agrees
        ? `in the books, and the rail says the same${leaving}`
        : `in the books. The rail says ${money(own)}: ${money(Math.abs(own - books))} ${own < books ? "less" : "more"}${leaving}`,
    };
  if (statement === null)
    return { agrees: null, difference: 0, text: "in the books. The rail does not say what it has." };
  return {
    agrees: statement.agrees,
    difference: statement.books - statement.balance,
    text: `in the books. By the statement of ${statementMoment(statement.at)} it had ${money(statement.balance)}. ${comparedText(statement)}`,
  };
}

type Direction = "out" | "in";

interface TransferDialogProps {
  of: RailState;
  difference: number;
  onClose: () => void;
}

/**
 * Books what the owner took out of a rail or put in.
 * @param difference By how much the books say more than the rail itself, in cedis; 0 if they agree or only one is known.
 */
function TransferDialog({ of: { rail, books }, difference, onClose }: TransferDialogProps) {
  const form = useForm({
    schema: transferForm,
    initial: {
      amount: difference === 0 ? "" : plainMoney(Math.abs(difference)),
      direction: (difference < 0 ? "in" : "out") as Direction,
      reason: "",
    },
    body: (typed) => ({ ...typed, amount: plainAmount(typed.amount) }),
    send: ({ reason, ...typed }, send) => {
      const amount = outOf(typed);
      return send({
        method: "POST",
        path: `/payment/rails/${rail}/transfer`,
        body: { amount, reason },
        changes: [
          { what: `Balance of ${railNames[rail]}`, before: money(books), after: money(books - amount) },
        ],
      });
    },
    ...onceSent(onClose, "Booked"),
  });
  const out = outOf(form.values);
  return (
    <FormDialog title={`Book a transfer: ${railNames[rail]}`} form={form} send="Book it" onClose={onClose}>
      <p className="text-sm text-muted-foreground">
        Move the money on the rail first. This only books it, between the rail and the owner.
      </p>
      <TextField label="Amount" inputMode="decimal" {...form.field("amount")} />
      <SelectField label="Direction" {...form.field("direction")}>
        <option value="out">Out: the owner took it</option>
        <option value="in">In: the owner put it in</option>
      </SelectField>
      <ReasonField {...form.field("reason")} />
      {out !== 0 && (
        <p role="status" className="text-sm">
          In the books {money(books)} → <b>{money(books - out)}</b>
        </p>
      )}
    </FormDialog>
  );
}

/** What leaves the rail, in cedis; negative if it comes in, 0 as long as it is no amount. */
function outOf({ amount, direction }: { amount: string; direction: Direction }): number {
  const { success, output } = safeParse(transferForm.entries.amount, plainAmount(amount));
  if (!success) return 0;
  return toCedis(direction === "out" ? output : -output);
}
