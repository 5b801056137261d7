import type { ReactElement } from "react";
import { loadLater } from "../lib/load-later.tsx";

const Tooltip = loadLater(() => import("./tooltip.tsx"), { isVital: false });

/** Names a button that has only an icon, for the eye. The button works before the hint is loaded. */
export function Hint({ text, children }: { text: string; children: ReactElement }) {
  return <Tooltip text={text} render={children} placeholder={children} />;
}
