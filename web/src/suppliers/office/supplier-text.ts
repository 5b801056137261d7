/** How the page names suppliers and times. */
import { type SupplierName, supplierNames } from "#contract/terms/fulfilment.ts";

/** At the beginning of a line. */
export const supplierTitles: Record<SupplierName, string> = {
  ...supplierNames,
  stock: "Stock of vouchers",
};

/** "8 s", "4 min", "1 h 20 min" */
export function durationText(duration_s: number): string {
  const seconds = Math.ceil(duration_s);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const rest = minutes % 60;
  return `${Math.floor(minutes / 60)} h${rest === 0 ? "" : ` ${rest} min`}`;
}
