import { loadLater } from "../lib/load-later.tsx";

/** A dialog: a panel at the bottom of a phone, a window in the middle of a desk. It is open as long as it is rendered. */
export const ResponsiveDialog = loadLater(() => import("./responsive-dialog-content.tsx"));
