/** The audit: every movement of every wallet. */
import * as v from "valibot";
import { auditMovement } from "../audit.ts";
import { auditQuery, listOrPage } from "../lists.ts";
import type { Operation } from "../operation.ts";

export const auditOperations = {
  listAuditMovements: {
    method: "GET",
    path: "/audit/movements",
    tag: "Audit",
    summary: "List every wallet movement, newest first",
    access: "admin",
    query: auditQuery,
    answer: listOrPage(auditMovement, v.number()),
  },
  exportAuditMovements: {
    method: "GET",
    path: "/audit/movements.csv",
    tag: "Audit",
    summary: "The same as a file for a spreadsheet",
    access: "admin",
    query: auditQuery,
    download: true,
    answer: { media: "text/csv" },
  },
} as const satisfies Record<string, Operation>;
