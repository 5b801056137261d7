import { useQuery } from "@tanstack/react-query";
import { limitBody } from "#contract/approvals.ts";
import { officeLimits } from "#contract/terms/office-limits.ts";
import { plainMoney } from "../../lib/money.ts";
import { TextField } from "../../ui/field.tsx";
import { approvalsQuery } from "../../office/approvals.query.ts";
import { type Setting, SettingForm } from "./setting-form.tsx";

export function Limits() {
  const { data } = useQuery(approvalsQuery);
  if (data === undefined) return null;
  const raising = `Raising the amount or clearing it also needs a second admin.${
    data.isBinding ? "" : " It takes effect once the shop has two admins."
  }`;
  return (
    <>
      <LimitForm
        title="Large corrections"
        path="/extra/correction-limit"
        act="correction limit"
        hint="Empty: one admin may correct any amount"
        present={data.limit}
        about={
          <>
            A credit or debit above this amount needs a second admin. So does a smaller one if what one admin
            does alone within 24 hours exceeds it: corrections in all wallets, and what was bought below
            prices that they have just cut. With an amount here, prices that fall by more than{" "}
            {officeLimits.price_cut_share_max * 100} % within a day, new offers and new payment details need a
            second admin too. {raising}
          </>
        }
      />
      <LimitForm
        title="Large top-ups"
        path="/extra/topup-limit"
        act="top-up limit"
        hint="Empty: one admin may approve any amount"
        present={data.topupLimit}
        about={`Approving a top-up above this amount needs a second admin. For a user who registered less than a week ago, a fifth of it is enough. New payment details need a second admin too. ${raising}`}
      />
    </>
  );
}

interface Props extends Pick<Setting<"limit">, "title" | "path" | "act" | "about"> {
  hint: string;
  present: number | null;
}

function LimitForm({ hint, present, ...setting }: Props) {
  return (
    <SettingForm
      setting={{
        ...setting,
        schema: limitBody,
        sent: (text) => text.trim() || null,
        fields: {
          limit: (field) => <TextField label="Amount (¢)" hint={hint} inputMode="decimal" {...field} />,
        },
      }}
      live={{ limit: plainMoney(present ?? undefined) }}
    />
  );
}
