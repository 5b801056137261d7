import {
  Banknote,
  ChartColumn,
  DoorOpen,
  HandCoins,
  Info,
  LayoutDashboard,
  ListOrdered,
  MessageSquare,
  Package,
  ScrollText,
  Store,
  Truck,
  Users,
} from "lucide-react";

/** First in the office until something was sold; then Extras leads there. */
export const openingPage = { to: "/admin/open", name: "Open your shop", Icon: DoorOpen } as const;

/** The pages that are always in sight, in the order of the sidebar. */
export const officePages = [
  { to: "/admin", name: "Dashboard", Icon: LayoutDashboard },
  { to: "/admin/orders", name: "Orders", Icon: ListOrdered },
  { to: "/admin/finance", name: "Topups", Icon: HandCoins },
  { to: "/admin/payments", name: "Payments", Icon: Banknote },
  { to: "/admin/messages", name: "Messages", Icon: MessageSquare },
  { to: "/admin/users", name: "Users", Icon: Users },
  { to: "/admin/products", name: "Products", Icon: Package },
  { to: "/admin/suppliers", name: "Suppliers", Icon: Truck },
  { to: "/admin/statistics", name: "Statistics", Icon: ChartColumn },
  { to: "/admin/extras", name: "Extras", Icon: Info },
  { to: "/admin/audit", name: "Audit", Icon: ScrollText },
  { to: "/home", name: "Shop", Icon: Store },
] as const;
