import type { AnyList } from "#contract/list.ts";

/** What the address of every list's page may have. */
type ListParameter = "search" | "from" | "to" | "order" | "size" | "trail" | "open";

/** The address of a list's page: its filters, what every list has, and the page's `Own` parameters. */
export type ListAddress<List extends AnyList, Own extends string = never> = {
  [Name in (keyof List["filters"] & string) | ListParameter | Own]?: string | number;
};

/**
 * A route's validateSearch. The page checks the values by the list's declaration, because the login page loads all routes
 * and must not load the lists.
 */
export function listAddress<List extends AnyList, Own extends string = never>(
  raw: Record<string, unknown>,
): ListAddress<List, Own> {
  const plain = Object.entries(raw).filter(([, value]) => ["string", "number"].includes(typeof value));
  return Object.fromEntries(plain) as ListAddress<List, Own>;
}
