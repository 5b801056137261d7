import { createFileRoute } from "@tanstack/react-router";
import { beneficiariesQuery } from "../orders/buy/beneficiaries.query.ts";
import { BuyPage } from "../orders/buy/buy-page.tsx";
import { productsQuery } from "../products/products.query.ts";
import { recentOrdersQuery } from "../orders/my-orders.query.ts";
import { prefetch } from "../lib/query-client.ts";

/** Admins buy from their own wallets, like everybody else. */
export const Route = createFileRoute("/admin/buy/$network")({
  loader: () => prefetch(productsQuery, recentOrdersQuery, beneficiariesQuery),
  component: Buy,
});

function Buy() {
  return <BuyPage network={Route.useParams().network} to="" packageId={undefined} />;
}
