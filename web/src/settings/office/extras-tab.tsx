import { loadLater } from "../../lib/load-later.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { SettingsPage } from "./settings-page.tsx";

const MoveInPage = loadLater<object>(() =>
  import("../../move-in/office/move-in-page.tsx").then((module) => ({ default: module.MoveInPage })),
);

/** Two tabs of one route: the login page loads the list of all routes, and another one would not fit into its budget. */
export function ExtrasTab({ tab }: { tab?: "move-in" }) {
  if (tab !== "move-in") return <SettingsPage />;
  return <MoveInPage placeholder={<SkeletonRows count={3} className="h-40" />} />;
}
