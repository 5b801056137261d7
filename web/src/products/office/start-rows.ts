/** The list of packages with which a shop begins: what is ticked, typed and pasted, and what is sent. */
import { readTable } from "#contract/read-table.ts";
import { parseCedis, plainCedis } from "#contract/terms/money.ts";
import { priceByRule, usualPriceRule } from "#contract/terms/pricing.ts";
import { networks } from "#contract/terms/product-types.ts";
import { usualPackages } from "#contract/usual-packages.ts";
import { listedAmount, plainAmount } from "../../lib/money.ts";
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
  /** Lines that are no package, as they were pasted, and what is wrong with each. */
  unread: { text: string; problem: string }[];
}

/**
 * Lines of a sheet, a CSV file or a message: network, package, and three prices or one cost. All of them are chosen. The
 * shop's own export has a status before the package, which is left out, as is a heading.
 */
export function pastedRows(text: string, sold: readonly string[], margins: Margins): Pasted {
  const pasted: Pasted = { rows: [], unread: [] };
  const lines = text.split(/\r\n|\r|\n/);
  for (const [at, { line, cells }] of readTable(text).entries()) {
    const plain = lines[line - 1] ?? "";
    const row = rowOf(networkOf(cells[0]) === undefined ? spacedCells(plain) : cells, sold, margins);
    if (typeof row !== "string") pasted.rows.push(row);
    else if (at > 0 || /\d/.test(plain) || networkIn(plain) !== undefined)
      pasted.unread.push({ text: plain.trim(), problem: row });
  }
  return pasted;
}

/** The row, or what is wrong with the cells. */
function rowOf([name = "", ...rest]: string[], sold: readonly string[], margins: Margins): StartRow | string {
  const network = networkOf(name);
  const [offer = "", ...cells] = /^(available|out of stock)$/i.test(rest[0] ?? "") ? rest.slice(1) : rest;
  const prices = cells.filter((cell, at) => cell !== "" && (at < 3 || listedAmount(cell) !== undefined));
  const amounts = prices.map(listedAmount).filter((price) => price !== undefined && price >= 0);
  if (network === undefined) return `It begins with none of ${networks.join(", ")}.`;
  if (sold.includes(network)) return `${network} is on sale: change its prices under Products.`;
  if (offer === "") return "It names no package.";
  const wrong = prices.find((cell) => listedAmount(cell) === undefined);
  if (wrong !== undefined) return `“${wrong}” is no price. Write it as 4.20.`;
  if (amounts.length !== prices.length || (amounts.length !== 1 && amounts.length !== priceFields.length))
    return `It has ${amounts.length} prices. Write one cost, or three prices.`;
  const size = offer.replace(
    /(\d)\s*([gm]b)\b/gi,
    (_, digit: string, unit: string) => `${digit} ${unit.toUpperCase()}`,
  );
  const row: StartRow = { network, offer: size, isChosen: true, cost: "", ...perPrice(() => "") };
  const [first = 0] = amounts;
  if (amounts.length === 1) return pricedByCost({ ...row, cost: plainCedis(first) }, margins);
  return { ...row, ...perPrice((field) => plainCedis(amounts[priceFields.indexOf(field)] ?? 0)) };
}

/** "AT-ishare" is also found as "AT iShare". */
function networkOf(name = ""): string | undefined {
  return networks.find((each) => plainName(each) === plainName(name));
}

function plainName(network: string): string {
  return network.toLowerCase().replace(/[^a-z0-9]/g, "");
}

/** The network with which a line begins, and how long its name is there. */
function networkIn(line: string): { network: string; length: number } | undefined {
  return networks.flatMap((network) => {
    const name = plainName(network).split("").join("[^a-z0-9]*");
    const [found] = new RegExp(`^\\W*${name}(?![a-z0-9])`, "i").exec(line) ?? [];
    return found === undefined ? [] : { network, length: found.length };
  })[0];
}

/** The cells of a line with spaces between them: its last amounts are prices, and what is before them is the package. */
function spacedCells(line: string): string[] {
  const { network, length } = networkIn(line) ?? { network: "", length: 0 };
  const words = line
    .slice(length)
    .replace(/\b(ghs|ghc|gh[¢₵])\s+(?=\d)/gi, "")
    .split(/[\s;|]+/);
  const plain = words.map((word) => word.replace(/^[-–=@:;|(]+|[-–=@:,;|)]+$/g, "")).filter(Boolean);
  const last = plain.findLastIndex((word) => listedAmount(word) === undefined);
  return [network, plain.slice(0, last + 1).join(" "), ...plain.slice(last + 1)];
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
