/** What became of a command that was sent under an idempotency key. */
import * as v from "valibot";
import { refusal } from "./errors.ts";
import { idempotencyKey } from "./fields.ts";
import type { Operation } from "./operation.ts";
import { orderRecord } from "./order-list.ts";

/** GET /command/{key} */
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

export const commandOperations = {
  readCommand: {
    method: "GET",
    path: "/command/{key}",
    tag: "Service",
    summary: "Read what became of your command",
    description:
      "For a client that sent a command under an idempotency key and lost the answer. Your own keys only. With an API key, an accepted command that is not a purchase counts as unknown. A refused command has the error that was the answer to it. `command_unknown` means that nothing has been decided under this key so far: a command that is still on its way may be decided later. Sending it again under the same key settles it.",
    access: "signed-in",
    byKey: true,
    params: { key: idempotencyKey },
    answer: commandAnswer,
    refusals: ["command_unknown"],
  },
} as const satisfies Record<string, Operation>;
