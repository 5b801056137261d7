import { createFileRoute } from "@tanstack/react-router";
import { positionFrom, userFrom } from "../features/audit/audit-search.ts";
import { WalletAtPage, type WalletSearch } from "../features/audit/wallet-at-page.tsx";
import { defined } from "../lib/defined.ts";

export const Route = createFileRoute("/admin/audit/wallet")({
  validateSearch: (search: Record<string, unknown>): WalletSearch => {
    const at = search["at"];
    const isMoment = typeof at === "string" && /^[1-9]\d{3}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(at);
    return defined({
      user: userFrom(search["user"]),
      at: isMoment ? at : undefined,
      position: positionFrom(search["position"]),
    });
  },
  component: WalletAt,
});

function WalletAt() {
  return <WalletAtPage {...Route.useSearch()} />;
}
