import { useEffect } from "react";
import type { Presence } from "#contract/live.ts";
import { officeLimits } from "#contract/terms/office-limits.ts";
import { getSession } from "../lib/session.ts";
import { createStore, useStore } from "../lib/store.ts";

/** What each open sheet or dialog of this page shows: ids of orders. */
const own = createStore<ReadonlyMap<symbol, readonly number[]>>(new Map());
/** Who else has an order open, by its id. */
const others = createStore<ReadonlyMap<number, string>>(new Map());

/** While the caller is on the screen, other admins see that these orders are open here. */
export function useShowsOpen(ids: readonly number[]): void {
  const text = ids.join();
  useEffect(() => {
    const place = Symbol("open");
    own.set(new Map(own.get()).set(place, text === "" ? [] : text.split(",").map(Number)));
    return () => own.set(new Map([...own.get()].filter(([each]) => each !== place)));
  }, [text]);
}

/** The names of those who have the order open right now, other than this user. */
export function useOpenElsewhere(): ReadonlyMap<number, string> {
  return useStore(others);
}

/** Tells the others what this page has open, for as long as somebody looks at it, and hears what they have open. */
export function startPresence(send: (message: unknown) => void) {
  let isSaid = false;
  const say = () => {
    const orders = [...new Set([...own.get().values()].flat())].slice(0, officeLimits.presence_orders_max);
    if (orders.length === 0 && !isSaid) return;
    isSaid = orders.length > 0;
    send({ type: "presence", orders });
  };
  const unsubscribe = own.subscribe(say);
  const timer = setInterval(() => {
    if (document.visibilityState === "visible") say();
  }, officeLimits.presence_renewal_ms);
  return {
    say,
    hear: ({ open }: Presence) => {
      const names = new Map<number, string>();
      for (const { user, name, orders } of open) {
        if (user === getSession()?._id) continue;
        for (const id of orders) {
          const known = names.get(id)?.split(", ") ?? [];
          if (!known.includes(name)) names.set(id, [...known, name].join(", "));
        }
      }
      others.set(names);
    },
    stop: () => {
      unsubscribe();
      clearInterval(timer);
      others.set(new Map());
    },
  };
}
