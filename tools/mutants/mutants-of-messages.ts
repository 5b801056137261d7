import type { Mutant } from "./mutant.ts";

/** Messages that are lost, sent twice, or say too much. */
export const mutantsOfMessages: Mutant[] = [
  {
    name: "checkpoint-before-messages",
    file: "api/messages/follow-messages.ts",
    text: "if (events.length > 0) await this.#options.onEvents(client, events);",
    replacement:
      'await moveTo(client, events.at(-1)?.position ?? upTo);\n    await client.query("commit; begin");\n    if (events.length > 0) await this.#options.onEvents(client, events);',
    wrong: "The checkpoint is committed before the messages are, so a failure in between loses them.",
    hints: ["api/messages/follow-messages.pg.test.ts", "api/messages/messages.pg.test.ts"],
  },
  {
    name: "sent-message-sent-again",
    file: "api/messages/outbox.ts",
    text: "where r.id = $1 and (r.state = 'waiting' or r.state = 'sending' and r.next_at <= now())",
    replacement: "where r.id = $1 and (r.state <> 'sending' or r.next_at <= now())",
    wrong: "A second job for a message that was sent sends it again.",
    hints: ["api/messages/delivery.pg.test.ts"],
  },
  {
    name: "secret-in-readable-text",
    file: "api/messages/compose.ts",
    text: "text: secret ? fillTemplate(template, { ...covered, ...values }) : whole,",
    replacement: "text: whole,",
    wrong: "Voucher PINs and card numbers are stored and listed in readable messages.",
    hints: ["api/messages/messages.pg.test.ts"],
  },
];
