import { type ComponentProps, useState } from "react";
import { withdrawalRulesBody, type WithdrawalRulesAnswer } from "#contract/withdrawals.ts";
import { money, plainAmount, plainMoney } from "../../lib/money.ts";
import { notify } from "../../lib/notifications.ts";
import { queryClient } from "../../lib/query-client.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { TextField } from "../../ui/field.tsx";
import { FormDialog, useForm } from "../../ui/form.tsx";
import { SelectField } from "../../ui/native-select.tsx";
import { withdrawalRulesQuery } from "./withdrawals.query.ts";

type Rules = WithdrawalRulesAnswer["rules"];

const whoNames: Record<Rules["who"], string> = { agents: "Agents only", everyone: "All users" };
const whatNames: Record<Rules["what"], string> = {
  earnings: "What their own shop has earned",
  everything: "Everything in the wallet",
};

/** What the owner allows. */
export function WithdrawalRules({ of }: { of: Rules }) {
  const [isChanging, setIsChanging] = useState(false);
  return (
    <Card role="region" aria-label="Rules" className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-lg font-bold">Rules</h2>
        <Button variant="soft" size="sm" onClick={() => setIsChanging(true)}>
          Change
        </Button>
      </div>
      {of.isOn ? (
        <Facts>
          <Fact name="Who">{whoNames[of.who]}</Fact>
          <Fact name="What">{whatNames[of.what]}</Fact>
          <Fact name="Least, and most in 24 hours">
            {money(of.min)} to {money(of.dayMax)}
          </Fact>
          <Fact name="Fee of the shop">{of.fee === 0 ? "none" : money(of.fee)}</Fact>
        </Facts>
      ) : (
        <p className="text-sm text-muted-foreground">
          Withdrawals are off: money that is in a wallet can only be spent in the shop.
        </p>
      )}
      {isChanging && <RulesDialog of={of} onClose={() => setIsChanging(false)} />}
    </Card>
  );
}

function RulesDialog({ of, onClose }: { of: Rules; onClose: () => void }) {
  const form = useForm({
    schema: withdrawalRulesBody,
    initial: {
      isOn: of.isOn ? "on" : "off",
      who: of.who as string,
      what: of.what as string,
      min: plainMoney(of.min),
      fee: plainMoney(of.fee),
      dayMax: plainMoney(of.dayMax),
    },
    body: ({ isOn, who, what, min, fee, dayMax }) => ({
      isOn: isOn === "on",
      who,
      what,
      min: plainAmount(min),
      fee: plainAmount(fee),
      dayMax: plainAmount(dayMax),
      seen: of,
    }),
    send: (body, send) => {
      const changes = [
        { what: "Withdrawals", before: of.isOn ? "on" : "off", after: body.isOn ? "on" : "off" },
      ];
      return send<WithdrawalRulesAnswer>({ method: "PUT", path: "/withdrawal/rules", body, changes });
    },
    onDone: (answer) => {
      queryClient.setQueryData(withdrawalRulesQuery.queryKey, answer);
      notify("Saved", "success");
      onClose();
    },
  });
  return (
    <FormDialog title="Rules of withdrawals" form={form} send="Save" onClose={onClose}>
      <SelectField label="Withdrawals" {...form.field("isOn")}>
        <option value="off">Off</option>
        <option value="on">On</option>
      </SelectField>
      <ChoiceField label="Who may withdraw" names={whoNames} {...form.field("who")} />
      <ChoiceField
        label="What may be withdrawn"
        hint="Everything includes money that users have topped up"
        names={whatNames}
        {...form.field("what")}
      />
      <TextField label="At least (¢)" {...amountInput} {...form.field("min")} />
      <TextField
        label="Fee (¢)"
        hint="The shop keeps it of each withdrawal that is paid"
        {...amountInput}
        {...form.field("fee")}
      />
      <TextField
        label="At most in 24 hours (¢)"
        hint="For each user"
        {...amountInput}
        {...form.field("dayMax")}
      />
    </FormDialog>
  );
}

const amountInput = { inputMode: "decimal", autoComplete: "off" } as const;

function ChoiceField({
  names,
  ...field
}: Omit<ComponentProps<typeof SelectField<string>>, "children"> & { names: Record<string, string> }) {
  return (
    <SelectField {...field}>
      {Object.entries(names).map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
