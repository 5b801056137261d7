import { useEffect, useState } from "react";
import { get } from "../lib/api.ts";

interface Asked<T> {
  path: string;
  data?: T;
  error?: unknown;
}

/** What the server answers, for pages of guests, which have no cache of queries. */
export function useAnswer<T>(path: string): Omit<Asked<T>, "path"> {
  const [asked, setAsked] = useState<Asked<T>>();
  useEffect(() => {
    const leaving = new AbortController();
    get<T>(path, leaving.signal).then(
      (data) => setAsked({ path, data }),
      (error: unknown) => {
        if (!leaving.signal.aborted) setAsked({ path, error });
      },
    );
    return () => leaving.abort();
  }, [path]);
  return asked?.path === path ? asked : {};
}
