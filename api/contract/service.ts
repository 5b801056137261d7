/** What the API says about itself: its description, and whether the process is well. */
import * as v from "valibot";
import type { Operation } from "./operation.ts";

export const serviceOperations = {
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
