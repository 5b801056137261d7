/** How long after the first tap a double tap's second tap may follow. That tap was meant for what was there before. */
export const double_tap_ms = 400;
