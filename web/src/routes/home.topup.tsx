import { createFileRoute } from "@tanstack/react-router";
import { noticeQuery } from "../app/catalogue/notice.query.ts";
import { myTopupsQuery } from "../app/topup/my-topups.query.ts";
import { TopupPage } from "../app/topup/topup-page.tsx";
import { searchOf, ownPath } from "../lib/address.ts";
import { prefetch } from "../lib/prefetch.ts";

export interface Search {
  /** The PAYMENT NOTICE is open. */
  notice?: "topup";
  /** In cedis. */
  amount?: number;
  /** The purchase to come back to. */
  back?: string;
}

export const Route = createFileRoute("/home/topup")({
  validateSearch: searchOf(({ notice, amount, back }): Search => ({
    ...(notice === "topup" ? { notice } : {}),
    ...(Number(amount) > 0 ? { amount: Number(amount) } : {}),
    ...(back === undefined ? {} : { back: ownPath(back) }),
  })),
  loader: () => prefetch(noticeQuery, myTopupsQuery),
  component: Topup,
});

function Topup() {
  return <TopupPage {...Route.useSearch()} />;
}
