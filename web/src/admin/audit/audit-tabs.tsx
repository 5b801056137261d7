import { Link } from "@tanstack/react-router";
import { TabLinks, tabLook } from "../../ui/tab-links.tsx";

const tabs = [
  ["/admin/audit", "Movements"],
  ["/admin/audit/acts", "Acts"],
  ["/admin/audit/alone", "Done alone"],
  ["/admin/audit/security", "Security"],
  ["/admin/audit/wallet", "Wallet at a time"],
  ["/admin/audit/closing", "Closing"],
  ["/admin/audit/momo", "MoMo statement"],
  ["/admin/audit/books", "Books"],
] as const;

export function AuditTabs() {
  return (
    <TabLinks aria-label="Audit">
      {tabs.map(([to, name]) => (
        <Link key={to} to={to} activeOptions={{ exact: true, includeSearch: false }} className={tabLook}>
          {name}
        </Link>
      ))}
    </TabLinks>
  );
}
