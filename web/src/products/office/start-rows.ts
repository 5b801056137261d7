/** The list of packages with which a shop begins: what is ticked, typed and pasted, and what is sent. */
import { readTable } from "#contract/read-table.ts";
import { parseCedis, plainCedis } from "#contract/terms/money.ts";
import { priceByRule, usualPriceRule } from "#contract/terms/pricing.ts";
import { networks } from "#contract/terms/product-types.ts";
import { usualPackages } from "#contract/usual-packages.ts";
import { plainAmount } from "../../lib/money.ts";
import { perPrice, priceFields, type PriceField } from "./draft.ts";

export interface StartRow extends Record<PriceField, string> {
  network: string;
  offer: string;
  isChosen: boolean;
  /** What the supplier takes for it, if the owner wants prices made from that. */
  cost: string;
}

/** How much is added to the cost for each level, in percent, as typed. */
export type Margins = Record<PriceField, string>;

export const usualMargins: Margins = { priceCustomer: "10", priceAgent: "6", priceSAg: "4" };

/** The usual packages of all networks. */
export function usualRows(): StartRow[] {
  return networks.flatMap((network) =>
    (usualPackages[network] ?? []).map(([offer, ...prices]) => ({
      network,
      offer,
      isChosen: false,
      cost: "",
      ...perPrice((field) => plainCedis(Math.round((prices[priceFields.indexOf(field)] ?? 0) * 100))),
    })),
  );
}

/** The row after a change of the margins: prices that were made with the old ones follow, and typed ones stay. */
export function withMargins(row: StartRow, before: Margins, after: Margins): StartRow {
  const [made, next] = [pricedByCost(row, before), pricedByCost(row, after)];
  return { ...row, ...perPrice((field) => (row[field] === made[field] ? next[field] : row[field])) };
}

/** What is wrong with a cost, or with a price beside it. */
export function costProblem(
  row: Pick<StartRow, PriceField | "cost">,
  field: PriceField | "cost",
): string | undefined {
  const cost = row.cost.includes(",") ? undefined : parseCedis(row.cost.trim());
  if (row.cost.trim() === "") return undefined;
  if (cost === undefined) return field === "cost" ? "As 4.20" : undefined;
  const price = field === "cost" ? undefined : parseCedis(plainAmount(row[field]));
  return price !== undefined && price < cost ? "Below your cost" : undefined;
}

/** The row with prices made from its cost; unchanged if that is no amount. A margin that is no number adds nothing. */
export function pricedByCost(row: StartRow, margins: Margins): StartRow {
  const cost = row.cost.includes(",") ? undefined : parseCedis(row.cost.trim());
  if (cost === undefined || cost <= 0) return row;
  const margin = (field: PriceField) => Math.round((Number(margins[field].trim()) || 0) * 100);
  return { ...row, ...perPrice((field) => plainCedis(priceByRule(cost, margin(field), usualPriceRule))) };
}

export interface Pasted {
  rows: StartRow[];
  /** Lines that are no package, as they were pasted. */
  unread: string[];
}

/**
 * Lines of a sheet or a CSV file: network, package, and three prices or one cost. All of them are chosen. The shop's own
 * export has a status before the package, which is left out.
 */
export function pastedRows(text: string, sold: readonly string[], margins: Margins): Pasted {
  const rows: StartRow[] = [];
  const unread: string[] = [];
  for (const { cells } of readTable(text)) {
    const row = rowOf(cells, sold, margins);
    if (row !== undefined) rows.push(row);
    else unread.push(cells.join("\t"));
  }
  return { rows, unread };
}

function rowOf([name = "", ...rest]: string[], sold: readonly string[], margins: Margins) {
  const network = networks.find((each) => plainName(each) === plainName(name));
  const [offer = "", ...cells] = /^(available|out of stock)$/i.test(rest[0] ?? "") ? rest.slice(1) : rest;
  const prices = cells.slice(0, priceFields.length).map((cell) => parseCedis(plainAmount(cell)));
  const amounts = prices.filter((price) => price !== undefined);
  if (network === undefined || sold.includes(network) || offer === "") return undefined;
  const empty: StartRow = { network, offer, isChosen: true, cost: "", ...perPrice(() => "") };
  if (amounts.length === priceFields.length)
    return { ...empty, ...perPrice((field) => plainCedis(amounts[priceFields.indexOf(field)]!)) };
  if (amounts.length === 1 && prices[0] !== undefined)
    return pricedByCost({ ...empty, cost: plainCedis(prices[0]) }, margins);
  return undefined;
}

/** "AT-ishare" is also found as "AT iShare". */
function plainName(network: string): string {
  return network.toLowerCase().replace(/[^a-z0-9]/g, "");
}

/** Pasted rows replace those of the same package, however its spaces are typed. 1.5 GB and 15 GB are two. */
export function withPasted(rows: readonly StartRow[], pasted: readonly StartRow[]): StartRow[] {
  const nameOf = ({ network, offer }: StartRow) => `${network} ${offer.toLowerCase().replace(/\s/g, "")}`;
  const latest = new Map([...rows, ...pasted].map((row) => [nameOf(row), row]));
  return [...latest.values()];
}

/** Chosen rows by network: the body of the call. */
export function productsOf(rows: readonly StartRow[]) {
  return {
    products: networks
      .map((network) => ({
        network,
        packages: rows.filter((row) => row.isChosen && row.network === network),
      }))
      .filter(({ packages }) => packages.length > 0)
      .map(({ network, packages }) => ({
        network,
        note: "",
        packages: packages.map(({ offer, ...row }) => ({ offer, ...perPrice((field) => row[field]) })),
      })),
  };
}
