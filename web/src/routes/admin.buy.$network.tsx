import { createFileRoute } from "@tanstack/react-router";
import { beneficiariesQuery } from "../app/buy/beneficiaries.query.ts";
import { BuyPage } from "../app/buy/buy-page.tsx";
import { productsQuery } from "../app/catalogue/products.query.ts";
import { recentOrdersQuery } from "../app/orders/my-orders.query.ts";
import { prefetch } from "../lib/prefetch.ts";

/** Admins buy from their own wallets, like everybody else. */
export const Route = createFileRoute("/admin/buy/$network")({
  loader: () => prefetch(productsQuery, recentOrdersQuery, beneficiariesQuery),
  component: Buy,
});

function Buy() {
  return <BuyPage network={Route.useParams().network} to="" packageId={undefined} />;
}
