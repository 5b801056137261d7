import { TabLinks } from "../ui/tab-links.tsx";

const tabs = [
  ["/home/my-transactions", "Orders"],
  ["/home/statement", "Wallet statement"],
] as const;

export function TransactionTabs() {
  return <TabLinks aria-label="Transactions" tabs={tabs} />;
}
