import { Link } from "@tanstack/react-router";
import { TabLinks, tabLook } from "../../ui/tab-links.tsx";

const tabs = [
  ["/admin/audit", "Movements"],
  ["/admin/audit/acts", "Acts"],
  ["/admin/audit/alone", "Done alone"],
  ["/admin/audit/security", "Security"],
  ["/admin/audit/wallet", "Wallet at a time"],
] as const;

/** The days in the address do not matter, but the tab does, also if there is none. */
const noTab: object = { tab: undefined };
const byTab = { exact: false, includeSearch: true, explicitUndefined: true };

export function AuditTabs() {
  return (
    <TabLinks aria-label="Audit" tabs={tabs}>
      <Link to="/admin/audit/closing" search={noTab} activeOptions={byTab} className={tabLook}>
        Closing
      </Link>
      <Link to="/admin/audit/closing" search={{ tab: "momo" }} activeOptions={byTab} className={tabLook}>
        MoMo statement
      </Link>
      <Link to="/admin/audit/books" activeOptions={{ exact: true, includeSearch: false }} className={tabLook}>
        Books
      </Link>
    </TabLinks>
  );
}
