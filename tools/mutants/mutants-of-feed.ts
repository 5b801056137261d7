import type { Mutant } from "./mutant.ts";

const live = "api/live/live.pg.test.ts";

/** Changes that reach the wrong page, or never arrive. */
export const mutantsOfFeed: Mutant[] = [
  {
    name: "rows-for-everyone",
    file: "api/live/hub.ts",
    text: 'if (audience === "everyone") return yield* this.#all();',
    replacement: 'if (audience !== "admins") return yield* this.#all();',
    wrong: "Every socket gets the orders, top-ups and balances of all users.",
    hints: [live],
  },
  {
    name: "ticket-used-twice",
    file: "api/serve/ticket.ts",
    text: '.deleteFrom("shop.live_ticket")\n    .where("hash", "=", hashToken(ticket))',
    replacement:
      '.updateTable("shop.live_ticket")\n    .set({ opens })\n    .where("hash", "=", hashToken(ticket))',
    wrong: "A ticket opens a second socket.",
    hints: [live],
  },
  {
    name: "failed-events-skipped",
    file: "ledger/log/follow.ts",
    text: "await this.#options.onEvents(events);\n          this.#at = { position: last.position, hash: last.hash };",
    replacement:
      "this.#at = { position: last.position, hash: last.hash };\n          await this.#options.onEvents(events);",
    wrong: "Events that could not be handed on are never handed on again.",
    hints: ["ledger/log/follow.pg.test.ts"],
  },
  {
    name: "position-before-rows",
    file: "api/live/live-socket.ts",
    text: "if (this.#welcomed && this.#waiting.size === 0) this.#write(message);\n    else this.#caughtUp",
    replacement: "if (this.#welcomed) this.#write(message);\n    else this.#caughtUp",
    wrong: "A slow socket is told that it has everything while rows still wait for it.",
    hints: ["api/live/live-socket.test.ts"],
  },
  {
    name: "row-moves-resume-position",
    file: "web/src/live/recent.ts",
    text: "  events.push(event);",
    replacement: "  catchUpTo({ position: event.position, log: caughtUpTo?.log });\n  events.push(event);",
    wrong: "A page resumes after a row's position, and never gets the other rows of that position.",
    hints: ["web/src/live/apply.test.ts"],
  },
];
