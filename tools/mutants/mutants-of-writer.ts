import type { Mutant } from "./mutant.ts";

const writer = "ledger/log/writer.pg.test.ts";

/** Commands that are written twice, not at all, or on an outdated state. */
export const mutantsOfWriter: Mutant[] = [
  {
    name: "head-compared-by-position",
    file: "ledger/log/writer.ts",
    text: "if (seen && (seen.hash !== from.hash ||",
    replacement: "if (seen && (seen.position !== from.position ||",
    wrong: "After a restore, a writer decides on balances of a log that no longer exists.",
    hints: ["ledger/log/older-log.pg.test.ts"],
  },
  {
    name: "retry-not-looked-up",
    file: "ledger/log/batch.ts",
    text: "const before = known.get(command.id);",
    replacement: "const before = known.get(command.fingerprint);",
    wrong: "A command that was answered before is decided again.",
    hints: [writer],
  },
  {
    name: "fingerprint-not-compared",
    file: "ledger/log/batch.ts",
    text: 'return before.fingerprint === command.fingerprint ? before : refuse({ code: "key_reused" });',
    replacement: "return before;",
    wrong: "Another request under a used key gets the answer of the first one.",
    hints: [writer],
  },
  {
    name: "lost-commit-refused",
    file: "ledger/log/writer.ts",
    text: "return [waiting];",
    replacement:
      'for (const item of waiting) item.resolve({ accepted: false, rejection: { code: "unchanged" } });\n      return [];',
    wrong: "A command whose commit was perhaps lost is answered as refused.",
    hints: ["ledger/log/writer-faults.pg.test.ts"],
  },
  {
    name: "refusal-with-side-writes",
    file: "ledger/log/writer.ts",
    text: "decided.accepted.has(index) ? writesOf(item, decided.outcomes[index]) : [],",
    replacement: "writesOf(item, decided.outcomes[index]),",
    wrong: "A refused command still writes to the ordinary tables, for example a new password.",
    hints: [writer, "api/auth/passwords.pg.test.ts"],
  },
  {
    name: "followers-not-notified",
    file: "ledger/log/append.ts",
    text: "pg_notify('${channel}', $${first}::text)",
    replacement: "$${first}::text",
    wrong: "Other processes learn of an event only when they look by themselves.",
    hints: ["ledger/log/follow.pg.test.ts"],
  },
];
