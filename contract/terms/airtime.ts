/** The amounts of airtime that shops usually sell, in cedis. */
export const airtimeAmounts = [5, 10, 20, 50, 100] as const;
