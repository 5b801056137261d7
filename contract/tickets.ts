/** One-time tickets: each opens one socket or one file, in place of the token. */
import * as v from "valibot";
import { operationsOf } from "./operation.ts";

export const ticketAnswer = v.object({ ticket: v.string() });
export type TicketAnswer = v.InferOutput<typeof ticketAnswer>;

/** The path of every operation with `download: true`. */
export const downloadPaths = [
  "/audit/movements.csv",
  "/audit/acts.csv",
  "/audit/statement.ndjson",
  "/user/statement.ndjson",
  "/user/my-data.json",
  "/order/orders.csv",
  "/order/batch.csv",
  "/recharge/topups.csv",
  "/user/users.csv",
  "/message/messages.csv",
] as const;
export type DownloadPath = (typeof downloadPaths)[number];

export const downloadTicketAnswer = v.object({ ticket: v.string() });
export type DownloadTicketAnswer = v.InferOutput<typeof downloadTicketAnswer>;

export const ticketOperations = /* @__PURE__ */ operationsOf("Live", {
  issueTicket: {
    call: "POST /live/ticket",
    summary: "Issue a ticket that opens one socket",
    description: "Works once, for 30 seconds.",
    access: "signed-in",
    status: 201,
    answer: ticketAnswer,
  },
  issueDownloadTicket: {
    call: "POST /download/ticket",
    tag: "Service",
    summary: "Issue a ticket that opens one file",
    description:
      "For a link, which carries it as `ticket`. Works once, for 30 seconds. Ten an hour for `/user/my-data.json`, which asks for step-up here.",
    access: "signed-in",
    body: v.object({ path: v.picklist(downloadPaths, "There is no such file") }),
    limited: true,
    stepUp: "sometimes",
    status: 201,
    answer: downloadTicketAnswer,
  },
});
