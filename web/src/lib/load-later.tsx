import { type ComponentType, createElement, type ReactNode, useEffect, useState } from "react";
import { createStore, useStore } from "./store.ts";

/**
 * A component whose code is loaded when it is first shown, or by `load`. It differs from React's lazy in one way: once
 * the code is there, the component is shown at once. With lazy, React waits up to 300 ms after the placeholder.
 * If the code of a component that is not vital cannot be loaded, the page goes on without it.
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
    const [error, setError] = useState<unknown>();
    useEffect(() => {
      load().catch((reason: unknown) => {
        if (isVital) setError(reason);
      });
    }, []);
    // The page is reloaded if the shop was updated, or says that it could not be shown (app/shell/error-pages.tsx).
    if (error !== undefined) throw error;
    return component === null ? placeholder : createElement(component, props as unknown as Props);
  }
  return Object.assign(LoadedLater, { load });
}
