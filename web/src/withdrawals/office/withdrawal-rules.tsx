import { withdrawalRulesBody, type WithdrawalRulesAnswer } from "#contract/withdrawals.ts";
import { plainAmount, plainMoney } from "../../lib/money.ts";
import { type Setting, SettingForm } from "../../settings/office/setting-form.tsx";
import { TextField } from "../../ui/field.tsx";
import { onOff, SelectField } from "../../ui/native-select.tsx";

type Rules = WithdrawalRulesAnswer["rules"];

const labels: Record<keyof Rules, string> = {
  isOn: "Withdrawals",
  who: "Who may withdraw",
  what: "What may be withdrawn",
  min: "At least (¢)",
  fee: "Fee (¢)",
  dayMax: "At most in 24 hours (¢)",
};
const amountInput = { inputMode: "decimal", autoComplete: "off" } as const;

const setting: Setting<keyof Rules> = {
  title: "Rules for withdrawals",
  about: "While they are off, money that is in a wallet can only be spent in the shop.",
  path: "/withdrawal/rules",
  act: "rules for withdrawals",
  schema: withdrawalRulesBody,
  sent: (text, name) => (name === "isOn" ? text === "on" : plainAmount(text)),
  changes: (before, after) =>
    (Object.keys(labels) as (keyof Rules)[])
      .filter((name) => before[name] !== after[name])
      .map((name) => ({ what: labels[name], before: before[name], after: after[name] })),
  fields: {
    isOn: (field) => <SelectField label={labels.isOn} names={onOff} {...field} />,
    who: (field) => (
      <SelectField
        label={labels.who}
        names={{ agents: "Agents only", everyone: "All users" } satisfies Record<Rules["who"], string>}
        {...field}
      />
    ),
    what: (field) => (
      <SelectField
        label={labels.what}
        hint="Everything includes money that users have topped up"
        names={
          {
            earnings: "What their own shop has earned",
            everything: "Everything in the wallet",
          } satisfies Record<Rules["what"], string>
        }
        {...field}
      />
    ),
    min: (field) => <TextField label={labels.min} {...amountInput} {...field} />,
    fee: (field) => (
      <TextField
        label={labels.fee}
        hint="The shop keeps it of each withdrawal that is paid"
        {...amountInput}
        {...field}
      />
    ),
    dayMax: (field) => <TextField label={labels.dayMax} hint="For each user" {...amountInput} {...field} />,
  },
};

/** What the owner allows. */
export function WithdrawalRules({ of: { isOn, who, what, min, fee, dayMax } }: { of: Rules }) {
  const amounts = { min: plainMoney(min), fee: plainMoney(fee), dayMax: plainMoney(dayMax) };
  return (
    <div className="md:max-w-lg">
      <SettingForm setting={setting} live={{ isOn: isOn ? "on" : "off", who, what, ...amounts }} />
    </div>
  );
}
