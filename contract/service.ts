/** What the API says about itself: its description, whether the process is well, and what became of a command. */
import * as v from "valibot";
import { operationsOf } from "./operation.ts";
import { refusal } from "./errors.ts";
import { idempotencyKey } from "./fields.ts";
import { orderRecord } from "./order-list.ts";

const commandAnswer = v.variant("outcome", [
  v.object({
    outcome: v.literal("accepted"),
    /** The type of the first event that it wrote, such as order_placed or topup_requested. */
    type: v.string(),
    /** Of the last event that it wrote. */
    position: v.number(),
    /** The order as it is now. Only for a purchase. */
    order: v.optional(orderRecord),
  }),
  v.object({ outcome: v.literal("refused"), error: refusal }),
]);
export type CommandAnswer = v.InferOutput<typeof commandAnswer>;

export const serviceOperations = /* @__PURE__ */ operationsOf("Service", {
  health: {
    call: "GET /healthz",
    atRoot: true,
    summary: "Check that the process answers",
    access: "anyone",
    answer: v.object({ status: v.literal("ok") }),
  },
  openApi: {
    call: "GET /openapi.json",
    summary: "Read this document",
    access: "anyone",
    tagged: true,
    answer: { media: "application/json" },
  },
  docs: {
    call: "GET /docs",
    summary: "Read this document as a page",
    description: "The page can send calls too, with an API key that it does not keep.",
    access: "anyone",
    tagged: true,
    answer: { media: "text/html" },
  },
  ready: {
    call: "GET /readyz",
    atRoot: true,
    summary: "Check that the process is ready for requests",
    description:
      "Ready means: the database answers, all migrations are applied, the process follows the log, and it was not asked to stop. A 503 names the failed checks in `fields`.",
    access: "anyone",
    answer: v.object({ status: v.literal("ready") }),
    refusals: ["not_ready"],
  },
  metrics: {
    call: "GET /metrics",
    atRoot: true,
    summary: "Read the metrics in the text format of Prometheus",
    description:
      "Needs the METRICS_TOKEN as a Bearer token. If none is set, only this machine can read them.",
    access: "anyone",
    answer: { media: "text/plain" },
    refusals: ["metrics_refused"],
  },
  readCommand: {
    call: "GET /command/{key}",
    summary: "Read what became of your command",
    description:
      "For a client that sent a command under an idempotency key and lost the answer. Your own keys only. With an API key, an accepted command that is not a purchase counts as unknown. A refused command has the error that was the answer to it. `command_unknown` means that nothing has been decided under this key so far: a command that is still on its way may be decided later. Sending it again under the same key settles it.",
    access: "signed-in",
    byKey: true,
    params: { key: idempotencyKey },
    answer: commandAnswer,
    refusals: ["command_unknown"],
  },
});
