/** How long after the first tap the second one of a double tap may come: it is meant for what stood there before. */
export const double_tap_ms = 400;
