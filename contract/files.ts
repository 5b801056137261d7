/** Files of lists: their forms and their names. The page and the server share these rules. */
import type { DaySpan } from "#contract/terms/periods.ts";

export const fileFormats = ["csv", "xlsx"] as const;
export type FileFormat = (typeof fileFormats)[number];

export const workbookMedia = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** What a list's file is, whichever its format. */
export const fileAnswer = { media: "text/csv", otherMedia: workbookMedia };

/**
 * "Cedibook-orders-2026-11-01-to-2026-11-22.csv", "Cedibook-orders-to-2026-11-22.csv" if there is no first day, and
 * "orders.csv" without days. A header takes only ASCII, so other characters of the shop's name become hyphens.
 */
export function fileName(
  shop: string,
  list: string,
  { from, to }: { [Key in keyof DaySpan]?: string | undefined },
  format: FileFormat = "csv",
): string {
  if (from === undefined && to === undefined) return `${list}.${format}`;
  const name = shop.replace(/[^A-Za-z0-9]+/g, "-").replace(/^-|-$/g, "") || "shop";
  const last = to === undefined || to === from ? [] : ["to", to];
  return `${[name, list, ...(from === undefined ? [] : [from]), ...last].join("-")}.${format}`;
}
