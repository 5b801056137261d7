import { createContext, useContext } from "react";

/** The rows of a list page that are on the screen, for the cells of its columns. */
export interface ShownList {
  ids: readonly string[];
  selected: ReadonlySet<string>;
  /** Rows that somebody has changed since the list was fetched: they stay in their place, but are no work of this list. */
  left: ReadonlySet<string>;
  select: (ids: readonly string[], on: boolean) => void;
}

export const ShownListContext = createContext<ShownList>({
  ids: [],
  selected: new Set(),
  left: new Set(),
  select: () => {},
});

export function useShownList(): ShownList {
  return useContext(ShownListContext);
}
