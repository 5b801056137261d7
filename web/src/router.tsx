import { createRouter, type ErrorComponentProps } from "@tanstack/react-router";
import { routeTree } from "./routes/routes.ts";
import { Button, buttonVariants } from "./ui/button.tsx";

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

/** Shown after an unexpected error, or if code could not be fetched (a new version, or no network). */
function Crash({ reset }: ErrorComponentProps) {
  return (
    <main className="mx-auto flex max-w-md flex-col gap-4 px-4 py-16 text-center">
      <h1 className="text-xl font-bold">This page could not be shown</h1>
      <p className="text-muted-foreground">
        Your money is safe: what you have paid is in your transactions. Check your network and try again.
      </p>
      <Button
        onClick={() => {
          reset();
          location.reload();
        }}
      >
        Retry
      </Button>
    </main>
  );
}

function NotFound() {
  return (
    <main className="mx-auto flex max-w-md flex-col gap-4 px-4 py-16 text-center">
      <h1 className="text-xl font-bold">Page not found</h1>
      <a href="/" className={buttonVariants()}>
        Go Home
      </a>
    </main>
  );
}
