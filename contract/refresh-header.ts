/**
 * A client that sends this header gets its refresh token as a cookie that no script can read, in place of the one in the
 * answer. Apart from the schemas, because the page's first files need it.
 */
export const refreshHeader = { name: "x-refresh-token", cookie: "cookie" } as const;
