import { useSyncExternalStore } from "react";

/** A value outside React that components can follow. */
export interface Store<T> {
  get: () => T;
  set: (value: T) => void;
  /** Returns a function that ends the subscription. */
  subscribe: (listener: () => void) => () => void;
}

export function createStore<T>(initial: T): Store<T> {
  const listeners = new Set<() => void>();
  let value = initial;
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function useStore<T>({ subscribe, get }: Pick<Store<T>, "subscribe" | "get">): T {
  return useSyncExternalStore(subscribe, get);
}

/**
 * A hook that follows a value of the browser, which announces changes with events on `target`. `atServer`: what a page that the
 * server writes takes it for.
 */
export function browserHook<T>(
  target: () => EventTarget,
  events: readonly string[],
  get: () => T,
  atServer?: T,
): () => T {
  const subscribe = (listener: () => void) => {
    for (const event of events) target().addEventListener(event, listener);
    return () => {
      for (const event of events) target().removeEventListener(event, listener);
    };
  };
  const getAtServer = atServer === undefined ? undefined : () => atServer;
  return () => useSyncExternalStore(subscribe, get, getAtServer);
}

/**
 * Whether the browser has any network. True does not mean that the server can be reached, but false means that nothing
 * can be paid.
 */
export const useOnline = browserHook(
  () => window,
  ["online", "offline"],
  () => navigator.onLine,
  true,
);
