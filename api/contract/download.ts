/** Files that a browser fetches by a link, which carries a ticket in place of a token. */
import * as v from "valibot";

/** Every operation that says `download: true`. */
export const downloadPaths = [
  "/audit/movements.csv",
  "/audit/acts.csv",
  "/audit/statement.ndjson",
  "/user/statement.ndjson",
  "/order/orders.csv",
  "/order/supplier.csv",
  "/recharge/topups.csv",
  "/user/users.csv",
  "/message/messages.csv",
] as const;
export type DownloadPath = (typeof downloadPaths)[number];

/** POST /download/ticket */
export const downloadTicketBody = v.object({ path: v.picklist(downloadPaths, "There is no such file") });

export const downloadTicketAnswer = v.object({ ticket: v.string() });
export type DownloadTicketAnswer = v.InferOutput<typeof downloadTicketAnswer>;
