/** What is pasted or in a file: price lists with a code, a name and a cost in each line, and vouchers with a PIN and a serial number. */
import { readTable, type TableRow } from "#contract/read-table.ts";
import { toCedis } from "#contract/terms/money.ts";
import type { Carrier } from "#contract/terms/networks.ts";
import { listedAmount } from "../../lib/money.ts";
import type { Voucher } from "#contract/order-list.ts";

export interface ListedPrice {
  code: string;
  name: string;
  network: Carrier;
  /** Cedis. */
  cost: number;
}

interface PriceList {
  prices: ListedPrice[];
  /** Lines that are no price, as they were pasted. */
  unread: string[];
}

/** Each is looked for in the first line. A heading is taken once, by the first kind that fits. */
const headings = {
  network: /network|operator|carrier/i,
  cost: /cost|price|amount|rate/i,
  code: /code|sku|\bid\b/i,
  name: /name|package|bundle|plan|offer|description|size|volume/i,
};
type Kind = keyof typeof headings;

/** Without headings, code and name come first and the cost is last. A list without codes has the names in their place. */
export function readPrices(text: string): PriceList {
  const rows = readTable(text);
  const columns = columnsOf(rows[0]?.cells ?? []);
  const list: PriceList = { prices: [], unread: [] };
  for (const { cells } of columns === undefined ? rows : rows.slice(1)) {
    const price = priceOf(cells, columns);
    if (price === undefined) list.unread.push(cells.join("\t"));
    else list.prices.push(price);
  }
  return list;
}

function columnsOf(cells: readonly string[]): Partial<Record<Kind, number>> | undefined {
  const columns: Partial<Record<Kind, number>> = {};
  for (const [kind, title] of Object.entries(headings) as [Kind, RegExp][]) {
    const taken = Object.values(columns);
    const at = cells.findIndex((cell, index) => title.test(cell) && !taken.includes(index));
    if (at >= 0) columns[kind] = at;
  }
  const hasAmount = cells.some((cell) => listedAmount(cell) !== undefined);
  return columns.cost === undefined || hasAmount ? undefined : columns;
}

function priceOf(cells: readonly string[], columns: ReturnType<typeof columnsOf>): ListedPrice | undefined {
  const filled = cells.filter(Boolean);
  const last = filled.length - 1;
  const cell = (kind: Kind) => cells[columns?.[kind] ?? -1];
  const [code, name, cost] =
    columns === undefined
      ? [filled[0], last > 1 ? filled[1] : filled[0], filled[last]]
      : [cell("code") || cell("name"), cell("name") || cell("code"), cell("cost")];
  const named = cell("network") ?? "";
  const network = carrierIn(named === "" ? cells : [named]);
  const amount = listedAmount(cost ?? "");
  if (!code || !name || network === undefined || amount === undefined || amount < 0 || last < 1)
    return undefined;
  return { code, name, network, cost: toCedis(amount) };
}

/** What people call the networks. "At" in a sentence is none. */
const words: [RegExp, Carrier][] = [
  [/\b(mtn|yello)/, "MTN"],
  [/\b(telecel|vodafone)/, "Telecel"],
  [/^at\b|\b(airtel|tigo|ishare|bigtime)/, "AT"],
];

function carrierIn(cells: readonly string[]): Carrier | undefined {
  const plain = cells.map((cell) => cell.toLowerCase().replace(/[^a-z0-9]+/g, " "));
  return words.find(([word]) => plain.some((cell) => word.test(cell)))?.[1];
}

export interface VoucherLine extends Voucher {
  /** The first is 1. */
  line: number;
}

/**
 * Tabs, commas or spaces are between PIN and serial number. A first line with their names says which is which; without it the
 * PIN comes first. A line that has not exactly these two gets no serial number, so that it is refused.
 */
export function readVouchers(text: string): VoucherLine[] {
  const rows = readTable(text);
  const titles = titlesOf(rows[0]);
  if (titles !== undefined)
    return rows.slice(1).map(({ line, cells }) => ({
      line,
      pin: cells[titles.pin] ?? "",
      serial: cells[titles.serial] ?? "",
    }));
  const filled = rows.map(({ line, cells }) => ({ line, cells: cells.filter(Boolean) }));
  // Where something else is between the two, spaces belong to a PIN that is written in groups.
  const isSpaced = filled.every(({ cells }) => cells.length < 2);
  return filled.map(({ line, cells }) => {
    const [pin = "", serial = "", ...more] = isSpaced ? (cells[0] ?? "").split(/\s+/) : cells;
    return { line, pin, serial: more.length > 0 ? "" : serial };
  });
}

function titlesOf(row: TableRow | undefined): { pin: number; serial: number } | undefined {
  const find = (title: RegExp) => row?.cells.findIndex((cell) => title.test(cell)) ?? -1;
  const [pin, serial] = [find(/^pin\b/i), find(/^serial\b/i)];
  return pin < 0 || serial < 0 ? undefined : { pin, serial };
}
