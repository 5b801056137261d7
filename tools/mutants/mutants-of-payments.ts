import type { Mutant } from "./mutant.ts";

const paystack = "api/payments/paystack.pg.test.ts";
const phone = "api/rails/phone/phone.pg.test.ts";

/** Money of the rails that is believed, credited or lost wrongly. */
export const mutantsOfPayments: Mutant[] = [
  {
    name: "signature-not-compared",
    file: "api/rails/rail.ts",
    text: 'return isSame(expected.digest(), Buffer.from(signature ?? "", "hex"));',
    replacement: "return signature !== undefined;",
    wrong: "A webhook and a forwarded message pass with any signature.",
    hints: [phone, paystack],
  },
  {
    name: "other-amount-credited",
    file: "api/payments/settle-charge.ts",
    text: "if (row.user === null || row.amount !== paid) {",
    replacement: "if (row.user === null) {",
    wrong: "A payment of another amount than was asked for is credited without an admin.",
    hints: [paystack],
  },
  {
    name: "refused-question-declines",
    file: "api/rails/paystack.ts",
    text: "return data && /reference/i.test(data.message) ? null : undefined;",
    replacement: "return data ? null : undefined;",
    wrong: "Any refused verification, for example of a wrong key, counts as a payment that was never made.",
    hints: ["api/rails/verification.test.ts"],
  },
  {
    name: "reversal-ignored",
    file: "api/payments/settle-charge.ts",
    text: 'if (found.status === "reversed") {\n    const all',
    replacement: 'if (found.status === "reversed" && row.state !== "paid") {\n    const all',
    wrong: "The books keep a payment that the rail has taken back.",
    hints: [paystack],
  },
  {
    name: "first-named-user-credited",
    file: "api/rails/phone/who-paid.ts",
    text: "if ([...named, ...claims].some(({ user }) => user !== first.user))",
    replacement: "if (claims.some(({ user }) => user !== first.user))",
    wrong: "A payment that two users name is credited to one of them.",
    hints: ["api/rails/phone/who-paid.test.ts"],
  },
];
