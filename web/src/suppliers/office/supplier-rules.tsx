import { useState } from "react";
import { rulesBody, type SuppliersAnswer } from "#contract/fulfilment.ts";
import { type RefusalKind, refusalKinds } from "#contract/terms/fulfilment.ts";
import { countText } from "../../lib/count-text.ts";
import { money, plainAmount, plainMoney } from "../../lib/money.ts";
import { notify } from "../../lib/notifications.ts";
import { queryClient } from "../../lib/query-client.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { TextField } from "../../ui/field.tsx";
import { FormDialog, useForm } from "../../ui/form.tsx";
import { SelectField } from "../../ui/native-select.tsx";
import { suppliersQuery } from "./suppliers.query.ts";
import type { ProductRecord } from "#contract/products.ts";
import { priceRuleBody } from "#contract/supplier-prices.ts";
import { perPrice } from "../../products/office/draft.ts";
import { ManyPrices } from "../../products/office/many-prices.tsx";
import { SettingForm } from "../../settings/office/setting-form.tsx";

type Rules = SuppliersAnswer["rules"];

const questions: Record<RefusalKind, string> = {
  "wrong number": "The number does not exist",
  "barred number": "The number is barred",
};

/** What becomes of a refused order, and when admins are warned. */
export function SupplierRules({ of }: { of: Rules }) {
  const [isChanging, setIsChanging] = useState(false);
  return (
    <Card role="region" aria-label="By itself" className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-lg font-bold">By itself</h2>
        <Button variant="soft" size="sm" onClick={() => setIsChanging(true)}>
          Change
        </Button>
      </div>
      <Facts>
        {refusalKinds.map((kind) => (
          <Fact key={kind} name={questions[kind]}>
            {of.refunds.includes(kind) ? "The order is refunded" : "The order waits for you"}
          </Fact>
        ))}
        <Fact name="Refused for another reason">The order waits for you</Fact>
        <Fact name="Warn of little money">
          Less than {money(of.floatMin)}, or less than {countText(of.hoursMin, "hour")} of orders
        </Fact>
        <Fact name="Warn of few vouchers">Fewer than {of.vouchersMin} of a package</Fact>
      </Facts>
      {isChanging && <RulesDialog of={of} onClose={() => setIsChanging(false)} />}
    </Card>
  );
}

function RulesDialog({ of, onClose }: { of: Rules; onClose: () => void }) {
  const form = useForm({
    schema: rulesBody,
    initial: {
      "wrong number": of.refunds.includes("wrong number"),
      "barred number": of.refunds.includes("barred number"),
      floatMin: plainMoney(of.floatMin),
      hoursMin: String(of.hoursMin),
      vouchersMin: String(of.vouchersMin),
    },
    body: ({ floatMin, hoursMin, vouchersMin, ...isRefunded }) => ({
      refunds: refusalKinds.filter((kind) => isRefunded[kind]),
      floatMin: plainAmount(floatMin),
      hoursMin,
      vouchersMin,
      seen: of,
    }),
    send: (body, send) => send<SuppliersAnswer>({ method: "PUT", path: "/supplier/rules", body }),
    onDone: (answer) => {
      queryClient.setQueryData(suppliersQuery.queryKey, answer);
      notify("Saved", "success");
      onClose();
    },
  });
  return (
    <FormDialog title="What the shop does by itself" form={form} send="Save" onClose={onClose}>
      <p className="text-sm text-muted-foreground">
        When the last supplier has refused an order. Admins are warned once, by push and SMS.
      </p>
      {refusalKinds.map((kind) => {
        const { value, onValue, ...field } = form.field(kind);
        return (
          <SelectField
            key={kind}
            label={questions[kind]}
            {...field}
            value={value ? "refund" : "wait"}
            onValue={(chosen) => onValue(chosen === "refund")}
          >
            <option value="wait">The order waits for you</option>
            <option value="refund">The order is refunded</option>
          </SelectField>
        );
      })}
      <TextField
        label="Warn below (¢)"
        hint="Held by a supplier"
        inputMode="decimal"
        {...form.field("floatMin")}
      />
      <TextField
        label="Warn below (hours)"
        hint="How long it lasts at the speed of the last three hours"
        inputMode="numeric"
        {...form.field("hoursMin")}
      />
      <TextField
        label="Warn below (vouchers of a package)"
        inputMode="numeric"
        {...form.field("vouchersMin")}
      />
    </FormDialog>
  );
}

type Rule = SuppliersAnswer["priceRule"];

/** How prices follow from costs, and the button that proposes them. Nothing is saved before the proposals were looked at. */
export function PriceRule({ rule, products }: { rule: Rule; products: readonly ProductRecord[] }) {
  const [isProposing, setProposing] = useState(false);
  return (
    <div className="flex flex-col gap-2.5 md:max-w-lg">
      <SettingForm
        setting={{
          title: "Margins",
          about: "Prices that are proposed from what a package costs. No price changes by itself.",
          path: "/supplier/price-rule",
          act: "price rule",
          schema: priceRuleBody,
          fields: {
            unit: (field) => (
              <SelectField label="Margins are in" names={{ percent: "percent", cedis: "cedis" }} {...field} />
            ),
            priceCustomer: (field) => <TextField label="Customer" inputMode="decimal" {...field} />,
            priceAgent: (field) => <TextField label="Agent" inputMode="decimal" {...field} />,
            priceSAg: (field) => <TextField label="Super Agent" inputMode="decimal" {...field} />,
            step: (field) => <TextField label="Rounded up to (¢)" inputMode="decimal" {...field} />,
          },
        }}
        live={{
          unit: rule.unit,
          ...perPrice((field) => (rule.unit === "percent" ? String(rule[field]) : plainMoney(rule[field]))),
          step: plainMoney(rule.step),
        }}
      />
      <Button variant="soft" className="self-start" onClick={() => setProposing(true)}>
        Propose prices
      </Button>
      {isProposing && (
        <ManyPrices products={products} network={undefined} byCost onClose={() => setProposing(false)} />
      )}
    </div>
  );
}
