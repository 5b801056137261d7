import { loadLater } from "../../lib/load-later.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { ClosingPage, type ClosingSearch } from "./closing-page.tsx";

const MomoPage = loadLater<object>(() =>
  import("./momo/momo-page.tsx").then((module) => ({ default: module.MomoPage })),
);

/** Two tabs of one route: the login page loads the list of all routes, and another one would not fit into its budget. */
export function ClosingTab({ tab, ...closing }: ClosingSearch & { tab?: "momo" }) {
  if (tab !== "momo") return <ClosingPage {...closing} />;
  return <MomoPage placeholder={<SkeletonRows count={3} className="h-40" />} />;
}
