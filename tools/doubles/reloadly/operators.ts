/** Ghana's operators, as Reloadly lists them. Their ids are of this double only. */

export interface Operator {
  operatorId: number;
  name: string;
  isData: boolean;
  supportsLocalAmounts: boolean;
  /** In cedis: all from the lowest to the highest one, or only these. */
  amounts: { min: number; max: number } | readonly number[];
  /** Percent. */
  discount: number;
}

export const operators: readonly Operator[] = [
  {
    operatorId: 150,
    name: "MTN Ghana",
    isData: false,
    supportsLocalAmounts: true,
    amounts: { min: 1, max: 700 },
    discount: 3,
  },
  {
    operatorId: 151,
    name: "Telecel Ghana",
    isData: false,
    supportsLocalAmounts: false,
    amounts: { min: 1, max: 500 },
    discount: 4,
  },
  {
    operatorId: 152,
    name: "AirtelTigo Ghana",
    isData: false,
    supportsLocalAmounts: true,
    amounts: [2, 5, 10, 20, 50],
    discount: 5,
  },
  {
    operatorId: 153,
    name: "MTN Ghana Data",
    isData: true,
    supportsLocalAmounts: true,
    amounts: [10, 25, 48],
    discount: 2,
  },
];

export interface Currency {
  code: "USD" | "GHS";
  /** Cedis for one unit. */
  rate: number;
}

export function toHundredths(amount: number): number {
  return Math.round(amount * 100);
}

/** @returns whether the operator takes this amount of cedis */
export function takes({ amounts }: Operator, cedis: number): boolean {
  // An amount in the account's currency was rounded on its way.
  if (!("min" in amounts)) return amounts.some((one) => Math.abs(one - cedis) < 0.1);
  return cedis >= amounts.min && cedis <= amounts.max;
}

export function operatorRecord(operator: Operator, { code, rate }: Currency): object {
  const { operatorId, name, isData, supportsLocalAmounts, amounts, discount } = operator;
  const range = "min" in amounts ? amounts : undefined;
  const fixed = "min" in amounts ? [] : amounts;
  const inAccount = (cedis: number) => toHundredths(cedis / rate) / 100;
  const local = (cedis: number | undefined) => (supportsLocalAmounts ? (cedis ?? null) : null);
  return {
    id: operatorId,
    operatorId,
    name,
    bundle: isData,
    data: isData,
    pin: false,
    supportsLocalAmounts,
    denominationType: range ? "RANGE" : "FIXED",
    senderCurrencyCode: code,
    destinationCurrencyCode: "GHS",
    commission: discount,
    internationalDiscount: code === "GHS" ? 0 : discount,
    localDiscount: code === "GHS" ? discount : 0,
    mostPopularAmount: null,
    minAmount: range ? inAccount(range.min) : null,
    maxAmount: range ? inAccount(range.max) : null,
    localMinAmount: local(range?.min),
    localMaxAmount: local(range?.max),
    country: { isoName: "GH", name: "Ghana" },
    fx: { rate, currencyCode: "GHS" },
    logoUrls: [],
    fixedAmounts: fixed.map(inAccount),
    fixedAmountsDescriptions: {},
    localFixedAmounts: supportsLocalAmounts ? fixed : [],
    localFixedAmountsDescriptions: {},
    suggestedAmounts: [],
    suggestedAmountsMap: {},
    promotions: [],
  };
}
