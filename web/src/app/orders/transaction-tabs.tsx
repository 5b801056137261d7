import { Link } from "@tanstack/react-router";
import { chipLook, Chips } from "../../ui/chips.tsx";

const look = (isOn: boolean) => ({ className: chipLook({ on: isOn }) });

/** The tabs of My transactions: orders and wallet statement. */
export function TransactionTabs() {
  const tab = {
    activeOptions: { includeSearch: false },
    activeProps: look(true),
    inactiveProps: look(false),
  };
  return (
    <Chips label="Transactions">
      <Link to="/home/my-transactions" {...tab}>
        Orders
      </Link>
      <Link to="/home/statement" {...tab}>
        Wallet statement
      </Link>
    </Chips>
  );
}
