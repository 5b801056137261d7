/** What phone.e2e.ts and phone.all.e2e.ts do on these pages. */

export const small = { width: 360, height: 780 };
