/** What the shop holds about a user, as a file for them. */
import type { Operation } from "./operation.ts";

export const ownDataOperations = {
  exportOwnData: {
    method: "GET",
    path: "/user/my-data.json",
    tag: "Users",
    summary: "Export what the shop holds about you",
    description:
      "One JSON object: your profile, sessions and devices, settings and beneficiaries, and the lists `orders` (with your forms and vouchers), `topups`, `movements`, `messages` and `securityEvents`. It has no passwords, keys or tokens. Ten an hour.",
    access: "signed-in",
    download: true,
    limited: true,
    noted: "export",
    stepUp: "sometimes",
    answer: { media: "application/json" },
  },
} as const satisfies Record<string, Operation>;
