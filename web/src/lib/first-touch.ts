import { Toaster } from "../ui/notification-toast.tsx";
import { ResponsiveDialog } from "../ui/responsive-dialog.tsx";

/**
 * Loads the code of dialogs and notifications when the user first touches the page or presses a key: not before, because
 * the page should be usable first, and not later, because a tap should not wait for code.
 */
export function loadAtFirstTouch(): void {
  const load = () => {
    removeEventListener("pointerdown", load, true);
    removeEventListener("keydown", load, true);
    // If this fails, a component loads its code again when it is shown.
    void Promise.allSettled([Toaster.load(), ResponsiveDialog.load()]);
  };
  addEventListener("pointerdown", load, true);
  addEventListener("keydown", load, true);
}
