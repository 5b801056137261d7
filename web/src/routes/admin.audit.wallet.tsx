import { createFileRoute } from "@tanstack/react-router";
import { WalletAtPage, type WalletSearch } from "../admin/audit/wallet-at-page.tsx";
import { momentFrom, positionFrom, searchOf, userFrom, defined } from "../lib/address.ts";

export const Route = createFileRoute("/admin/audit/wallet")({
  validateSearch: searchOf((search): WalletSearch =>
    defined({
      user: userFrom(search["user"]),
      at: momentFrom(search["at"]),
      position: positionFrom(search["position"]),
    }),
  ),
  component: WalletAt,
});

function WalletAt() {
  return <WalletAtPage {...Route.useSearch()} />;
}
