import { Link } from "@tanstack/react-router";
import { TabLinks, tabLook } from "../../ui/tab-links.tsx";

const tab = { activeOptions: { includeSearch: false }, className: tabLook };

/** The tabs of My transactions: orders and wallet statement. */
export function TransactionTabs() {
  return (
    <TabLinks aria-label="Transactions">
      <Link to="/home/my-transactions" {...tab}>
        Orders
      </Link>
      <Link to="/home/statement" {...tab}>
        Wallet statement
      </Link>
    </TabLinks>
  );
}
