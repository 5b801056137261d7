import { createRouter } from "@tanstack/react-router";
import { Crash, NotFound } from "./shell/error-pages.tsx";
import { routeTree } from "./routeTree.gen.ts";

export const router = createRouter({
  routeTree,
  defaultPreload: "intent",
  // The query client caches what loaders fetch, under its own rules.
  defaultPreloadStaleTime: 0,
  defaultErrorComponent: Crash,
  defaultNotFoundComponent: NotFound,
  scrollRestoration: true,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
