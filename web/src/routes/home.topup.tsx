import { createFileRoute } from "@tanstack/react-router";
import { noticeQuery } from "../live/notice.query.ts";
import { myTopupsQuery } from "../topups/my-topups.query.ts";
import { TopupPage } from "../topups/topup-page.tsx";
import { oneOf, path, positive, searchOf } from "../lib/address.ts";
import { prefetch } from "../lib/query-client.ts";

export const Route = createFileRoute("/home/topup")({
  validateSearch: searchOf({
    /** The PAYMENT NOTICE is open, or the dialog for a prompt. */
    notice: oneOf(["topup", "prompt"]),
    /** In cedis. */
    amount: positive,
    /** The purchase to come back to. */
    back: path,
  }),
  loader: () => prefetch(noticeQuery, myTopupsQuery),
  component: TopupPage,
});
