import { type ComponentType, createElement, type ReactNode, useEffect } from "react";
import { lazyRouteComponent } from "@tanstack/react-router";
import { createStore, useStore } from "./store.ts";

/**
 * A component whose code is loaded when it is first shown, or by `load`. It differs from React's lazy in one way: once
 * the code is there, the component is shown at once. With lazy, React waits up to 300 ms after the placeholder.
 * If the code of a component that is not vital cannot be loaded, the page goes on without it. Otherwise the router tries
 * again, and then reloads the page once for this file, as for the code of routes: the shop was updated meanwhile.
 */
export function loadLater<Props extends object>(
  importIt: () => Promise<{ default: ComponentType<Props> }>,
  { isVital = true }: { isVital?: boolean } = {},
) {
  const loaded = createStore<ComponentType<Props> | null>(null);
  const load = async () => {
    if (loaded.get() === null) loaded.set((await importIt()).default);
  };
  function LoadedLater({ placeholder = null, ...props }: Props & { placeholder?: ReactNode }) {
    const component = useStore(loaded);
    useEffect(() => {
      load().catch(() => {
        if (isVital) loaded.set(lazyRouteComponent(importIt));
      });
    }, []);
    return component === null ? placeholder : createElement(component, props as unknown as Props);
  }
  return Object.assign(LoadedLater, { load });
}
