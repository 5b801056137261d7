/** How much JavaScript (bytes, brotli, bodies without headers) a page may load before it is idle. */
export const scriptBudget = { "/": 110_000, "/home": 150_000, "/s": 80_000 } as const;
