/** What suppliers ask for their packages, and how the shop's prices are proposed from it. */
import * as v from "valibot";
import { type SupplierName, suppliers } from "#contract/terms/fulfilment.ts";
import { carriers } from "#contract/terms/networks.ts";
import { marginUnits } from "#contract/terms/pricing.ts";
import { rejectionText } from "#contract/terms/rejections.ts";
import { cedis, text } from "./fields.ts";
import { suppliersAnswer } from "./fulfilment.ts";
import { operationsOf } from "./operation.ts";

const amount = v.pipe(cedis, v.minValue(0, rejectionText({ code: "amount_invalid" })));
const margin = v.pipe(amount, v.maxValue(1000_00, "At most 1000"));

const priceRule = v.object({
  unit: v.picklist(marginUnits),
  /** Percent, or cedis. */
  priceCustomer: margin,
  priceAgent: margin,
  priceSAg: margin,
  /** In cedis. */
  step: v.pipe(cedis, v.minValue(1, "At least 0.01"), v.maxValue(10_00, "At most 10")),
});
export const priceRuleBody = v.object({
  ...priceRule.entries,
  /** What the admin saw. If it has changed since, the call is refused. */
  seen: v.optional(priceRule),
});

export const prices_max = 2000;

export const priceListBody = v.object({
  prices: v.pipe(
    v.array(
      v.object({
        code: text(60, "Please name the supplier's code"),
        name: text(100, "Please name the package"),
        network: v.picklist(carriers, `Please choose one of ${carriers.join(", ")}`),
        cost: amount,
      }),
    ),
    v.minLength(1, "Please paste the list: code, name and cost in each line"),
    v.maxLength(prices_max, `At most ${prices_max} prices`),
    v.check((list) => new Set(list.map(({ code }) => code)).size === list.length, "A code is there twice"),
  ),
});

/** Of these, a list can be imported, unless they tell their prices themselves. */
export const listedSuppliers = suppliers.filter(
  (name): name is Exclude<SupplierName, "stock"> => name !== "stock",
);

export const supplierPriceOperations = /* @__PURE__ */ operationsOf("Orders", {
  importPrices: {
    call: "PUT /supplier/{name}/prices",
    summary: "Import the price list of a supplier that does not tell its prices itself",
    description:
      "It replaces the list before. What differs from it is in the answer. No price of the shop changes.",
    params: { name: v.picklist(listedSuppliers) },
    body: priceListBody,
    answer: suppliersAnswer,
  },
  changePriceRule: {
    call: "PUT /supplier/price-rule",
    summary: "Change how prices are proposed from what packages cost",
    description: "No price changes by itself.",
    body: priceRuleBody,
    command: true,
    answer: suppliersAnswer,
    refusals: ["changed_meanwhile", "unchanged", "amount_invalid"],
  },
});
