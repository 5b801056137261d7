/** The live feed, and what tells about the service itself. */
import * as v from "valibot";
import { downloadTicketAnswer, downloadTicketBody } from "../download.ts";
import { ticketAnswer } from "../live.ts";
import type { Operation } from "../operation.ts";

export const serviceOperations = {
  issueTicket: {
    method: "POST",
    path: "/live/ticket",
    tag: "Live",
    summary: "A ticket that opens one socket",
    description: "Serves once, for 30 seconds.",
    access: "signed-in",
    status: 201,
    answer: ticketAnswer,
  },
  issueDownloadTicket: {
    method: "POST",
    path: "/download/ticket",
    tag: "Service",
    summary: "A ticket that opens one file",
    description: "For a link, which carries it as `ticket`. Serves once, for 30 seconds.",
    access: "signed-in",
    body: downloadTicketBody,
    status: 201,
    answer: downloadTicketAnswer,
  },
  live: {
    method: "GET",
    path: "/live",
    tag: "Live",
    summary: "The live feed, by websocket",
    description:
      "The client sends one Hello within 10 seconds: its ticket and the position it resumes from. The server sends LiveMessages: welcome, the rows that were missed, then the rows that change. A row's position only says which version of the row is newer. Only caughtUp and heartbeat say that you have every change up to their position: resume from the highest of those. It closes with 4400 (malformed), 4401 (sign in again), 4403 (banned), 4408 (no hello), 4410 (ask for another ticket), 4413 (too slow) or 1012 (come back).",
    access: "anyone",
    status: 101,
    answer: { media: "websocket" },
    refusals: ["upgrade_required", "origin_refused"],
  },
  health: {
    method: "GET",
    path: "/healthz",
    atRoot: true,
    tag: "Service",
    summary: "Whether the process answers",
    access: "anyone",
    answer: v.object({ status: v.literal("ok") }),
  },
  openApi: {
    method: "GET",
    path: "/openapi.json",
    tag: "Service",
    summary: "This document",
    access: "anyone",
    tagged: true,
    answer: { media: "application/json" },
  },
  docs: {
    method: "GET",
    path: "/docs",
    tag: "Service",
    summary: "This document as a page",
    access: "anyone",
    tagged: true,
    answer: { media: "text/html" },
  },
  docsStyle: {
    method: "GET",
    path: "/docs/style.css",
    tag: "Service",
    summary: "How that page looks",
    access: "anyone",
    tagged: true,
    answer: { media: "text/css" },
  },
  ready: {
    method: "GET",
    path: "/readyz",
    atRoot: true,
    tag: "Service",
    summary: "Whether the process should get requests",
    description:
      "The database answers, its migrations are all applied, the log is followed, and nobody asked the process to stop. The 503 names what is not so in `fields`.",
    access: "anyone",
    answer: v.object({ status: v.literal("ready") }),
    refusals: ["not_ready"],
  },
  metrics: {
    method: "GET",
    path: "/metrics",
    atRoot: true,
    tag: "Service",
    summary: "Metrics in Prometheus' text form",
    description:
      "For whoever has the METRICS_TOKEN, as a Bearer token; where none is set, for this machine alone.",
    access: "anyone",
    answer: { media: "text/plain" },
    refusals: ["metrics_refused"],
  },
} as const satisfies Record<string, Operation>;
