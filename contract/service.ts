/** What the API says about itself: its description, and whether the process is well. */
import * as v from "valibot";
import type { Operation } from "./operation.ts";

export const serviceOperations = {
  health: {
    method: "GET",
    path: "/healthz",
    atRoot: true,
    tag: "Service",
    summary: "Check that the process answers",
    access: "anyone",
    answer: v.object({ status: v.literal("ok") }),
  },
  openApi: {
    method: "GET",
    path: "/openapi.json",
    tag: "Service",
    summary: "Read this document",
    access: "anyone",
    tagged: true,
    answer: { media: "application/json" },
  },
  docs: {
    method: "GET",
    path: "/docs",
    tag: "Service",
    summary: "Read this document as a page",
    description: "The page can send calls too, with an API key that it does not keep.",
    access: "anyone",
    tagged: true,
    answer: { media: "text/html" },
  },
  ready: {
    method: "GET",
    path: "/readyz",
    atRoot: true,
    tag: "Service",
    summary: "Check that the process is ready for requests",
    description:
      "Ready means: the database answers, all migrations are applied, the process follows the log, and it was not asked to stop. A 503 names the failed checks in `fields`.",
    access: "anyone",
    answer: v.object({ status: v.literal("ready") }),
    refusals: ["not_ready"],
  },
  metrics: {
    method: "GET",
    path: "/metrics",
    atRoot: true,
    tag: "Service",
    summary: "Read the metrics in the text format of Prometheus",
    description:
      "Needs the METRICS_TOKEN as a Bearer token. If none is set, only this machine can read them.",
    access: "anyone",
    answer: { media: "text/plain" },
    refusals: ["metrics_refused"],
  },
} as const satisfies Record<string, Operation>;
