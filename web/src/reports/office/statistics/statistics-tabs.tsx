import { TabLinks } from "../../../ui/tab-links.tsx";

const tabs = [
  ["/admin/statistics", "Figures"],
  ["/admin/statistics/sales", "Sales and profit"],
] as const;

export function StatisticsTabs() {
  return <TabLinks aria-label="Statistics" tabs={tabs} />;
}
