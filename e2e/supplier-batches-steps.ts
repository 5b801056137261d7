/** What supplier-batches.e2e.ts and supplier-batches.all.e2e.ts do on these pages. */

export const office = { width: 390, height: 844 };
