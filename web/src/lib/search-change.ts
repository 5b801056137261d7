import { useNavigate } from "@tanstack/react-router";
import { defined } from "./address.ts";

type Changes<Search> = { [Name in keyof Search]?: Search[Name] | undefined };

/** Changes parameters of the page's address, and drops those that are undefined. The page does not scroll. */
export function useSearchChange<Search extends object>({ replace = false }: { replace?: boolean } = {}) {
  const navigate = useNavigate();
  return (change: Changes<Search>) =>
    void navigate({
      to: ".",
      search: (old) => defined({ ...old, ...change }),
      replace,
      resetScroll: false,
    });
}
