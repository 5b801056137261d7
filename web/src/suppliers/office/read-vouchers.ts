/** Pasted vouchers: a PIN and a serial number in each line. */
import { readTable, type TableRow } from "#contract/read-table.ts";
import type { Voucher } from "#contract/order-list.ts";

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
