import type { PhoneReport } from "#contract/phone.ts";
import { getQuery } from "../../../lib/get-query.ts";

export type PhoneRailReport = PhoneReport["rails"][number];

/** Messages come at any moment, and nothing else tells this page. */
const ask_again_ms = 10_000;

export const phoneQuery = getQuery<PhoneReport>(["payments", "phone"], "/payment/phone", {
  staleTime: 0,
  refetchInterval: ask_again_ms,
});
