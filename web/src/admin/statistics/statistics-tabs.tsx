import { Link } from "@tanstack/react-router";
import { TabLinks, tabLook } from "../../ui/tab-links.tsx";

const tabs = [
  ["/admin/statistics", "Figures"],
  ["/admin/statistics/sales", "Sales"],
] as const;

export function StatisticsTabs() {
  return (
    <TabLinks aria-label="Statistics">
      {tabs.map(([to, name]) => (
        <Link key={to} to={to} activeOptions={{ exact: true, includeSearch: false }} className={tabLook}>
          {name}
        </Link>
      ))}
    </TabLinks>
  );
}
