/** The tabs of a user's page. Apart from the page, whose code the route must not bring along. */
export const userTabs = ["orders", "requests", "statement", "sessions"] as const;
export type UserTab = (typeof userTabs)[number];
