import { createFileRoute } from "@tanstack/react-router";
import { WalletAtPage } from "../books/office/wallet-at-page.tsx";
import { moment, position, searchOf, userId } from "../lib/address.ts";

export const Route = createFileRoute("/admin/audit/wallet")({
  validateSearch: searchOf({ user: userId, at: moment, position }),
  component: WalletAtPage,
});
