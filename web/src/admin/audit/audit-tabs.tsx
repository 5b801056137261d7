import { Link } from "@tanstack/react-router";
import { chipLook } from "../../ui/chips.tsx";
import { useCurrentInView } from "../shared/current-in-view.ts";

const tabs = [
  ["/admin/audit", "Movements"],
  ["/admin/audit/acts", "Acts"],
  ["/admin/audit/alone", "Done alone"],
  ["/admin/audit/wallet", "Wallet at a time"],
  ["/admin/audit/books", "Books"],
] as const;

const look = chipLook({ on: false });
const onLook =
  "aria-[current=page]:border-foreground aria-[current=page]:bg-foreground aria-[current=page]:text-background";

export function AuditTabs() {
  const line = useCurrentInView();
  return (
    <nav
      ref={line}
      aria-label="Audit"
      className="relative -mx-4 flex gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none]"
    >
      {tabs.map(([to, name]) => (
        <Link
          key={to}
          to={to}
          activeOptions={{ exact: true, includeSearch: false }}
          className={`${look} ${onLook}`}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
