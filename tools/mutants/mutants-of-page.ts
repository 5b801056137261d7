import type { Mutant } from "./mutant.ts";

const calls = "web/src/lib/calls.test.ts";

/** A page that pays twice, forgets, or shows something outdated. */
export const mutantsOfPage: Mutant[] = [
  {
    name: "pays-offline",
    file: "web/src/orders/buy/pay-dock.tsx",
    text: "disabled={blocked !== undefined || !isOnline}",
    replacement: "disabled={blocked !== undefined}",
    wrong: "The Pay button can be pressed without a connection.",
    hints: ["e2e/offline.e2e.ts"],
  },
  {
    name: "second-tap-has-another-key",
    file: "web/src/lib/command.ts",
    text: "if (same) return same;",
    replacement: "if (same && key !== undefined) return same;",
    wrong: "The same purchase without an answer is sent again under another key, and is paid twice.",
    hints: [calls],
  },
  {
    name: "older-row-wins",
    file: "web/src/lib/listing.ts",
    text: "if (old !== undefined && old.position >= row.position) return list;",
    replacement: "if (old !== undefined && old.position === row.position) return list;",
    wrong: "An outdated version of a row replaces a newer one.",
    hints: ["web/src/live/apply.test.ts"],
  },
  {
    name: "unanswered-purchase-forgotten",
    file: "web/src/orders/buy/purchase.ts",
    text: "body: purchase, isKept: true };",
    replacement: "body: purchase };",
    wrong: "After a reload, nobody knows any more that a purchase has no answer.",
    hints: ["e2e/buying.e2e.ts"],
  },
  {
    name: "redirect-to-another-site",
    file: "web/src/lib/address.ts",
    text: "return url.origin === location.origin ? url.pathname + url.search : defaultRoute;",
    replacement: "return path;",
    wrong: "A link to the registration page can lead to another site afterwards.",
    hints: ["web/src/lib/address.test.ts"],
  },
  {
    name: "next-user-gets-purchase",
    file: "web/src/lib/unanswered.ts",
    text: "return all.filter((command) => command.user === user);",
    replacement: "return user === undefined ? [] : all;",
    wrong: "The next user of the phone is asked to repeat a purchase of the last user, and would pay it.",
    hints: [calls],
  },
  {
    name: "card-number-stays-on-phone",
    file: "web/src/lib/unanswered.ts",
    text: "JSON.stringify(kept.map(withoutForm))",
    replacement: "JSON.stringify(kept)",
    wrong: "A card number is stored where everybody who uses the phone can read it.",
    hints: [calls],
  },
];
