import { createFileRoute } from "@tanstack/react-router";
import { productsQuery } from "../products/products.query.ts";
import { BecomeAgentPage } from "../topups/become-agent-page.tsx";
import { myTopupsQuery } from "../topups/my-topups.query.ts";
import { oneOf, searchOf } from "../lib/address.ts";
import { prefetch } from "../lib/query-client.ts";

export const Route = createFileRoute("/home/become-agent")({
  /** Whether the PAYMENT NOTICE is open. */
  validateSearch: searchOf({ notice: oneOf(["agent"]) }),
  loader: () => prefetch(productsQuery, myTopupsQuery),
  component: BecomeAgentPage,
});
