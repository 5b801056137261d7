import { createFileRoute } from "@tanstack/react-router";
import { beneficiariesQuery } from "../orders/buy/beneficiaries.query.ts";
import { BuyPage } from "../orders/buy/buy-page.tsx";
import { productsQuery } from "../products/products.query.ts";
import { recentOrdersQuery } from "../orders/my-orders.query.ts";
import { searchOf, text } from "../lib/address.ts";
import { prefetch } from "../lib/query-client.ts";

export const Route = createFileRoute("/home/buy/$network")({
  validateSearch: searchOf({ to: text, pkg: text }),
  loader: () => prefetch(productsQuery, recentOrdersQuery, beneficiariesQuery),
  component: Buy,
});

function Buy() {
  const { network } = Route.useParams();
  const { to = "", pkg } = Route.useSearch();
  // Repeating another order resets the form. Choosing another network keeps the typed number.
  return <BuyPage key={`${to} ${pkg}`} network={network} to={to} packageId={pkg} />;
}
