/** How long after the first tap a double tap's second tap may follow. That tap was meant for what was there before. */
export const double_tap_ms = 400;

/** Ignores the second tap of a double tap that has just closed a dialog: it would reach what was under the dialog. */
export function ignoreSecondTap(): void {
  const ignore = (event: MouseEvent) => {
    if (event.detail < 2) return;
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener("click", ignore, true);
  setTimeout(() => document.removeEventListener("click", ignore, true), double_tap_ms);
}
