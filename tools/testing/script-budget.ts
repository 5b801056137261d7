/** Bytes of JavaScript, brotli, that a page may need until it is quiet: bodies, without the headers of their answers. */
export const scriptBudget = { "/": 110_000, "/home": 130_000 } as const;
