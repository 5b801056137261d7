import { useState } from "react";
import type { SuppliersAnswer } from "#contract/fulfilment.ts";
import type { ProductRecord } from "#contract/products.ts";
import { priceRuleBody } from "#contract/supplier-prices.ts";
import { plainMoney } from "../../lib/money.ts";
import { perPrice } from "../../products/office/draft.ts";
import { ManyPrices } from "../../products/office/many-prices.tsx";
import { SettingForm } from "../../settings/office/setting-form.tsx";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { SelectField } from "../../ui/native-select.tsx";

type Rule = SuppliersAnswer["priceRule"];

interface Props {
  rule: Rule;
  products: readonly ProductRecord[];
}

/** How prices follow from costs, and the button that proposes them. Nothing is saved before the proposals were looked at. */
export function PriceRule({ rule, products }: Props) {
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
