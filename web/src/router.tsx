import { createRouter, type ErrorComponentProps, useLocation } from "@tanstack/react-router";
import type { ReactNode } from "react";
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
    <Middle>
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
    </Middle>
  );
}

function NotFound() {
  return (
    <Middle>
      <h1 className="text-xl font-bold">Page not found</h1>
      <a href="/" className={buttonVariants()}>
        Go Home
      </a>
    </Middle>
  );
}

/** The pages under these paths have their frame's main part around them. */
const framed = /^\/(home|admin)\b/;

function Middle({ children }: { children: ReactNode }) {
  const isFramed = useLocation({ select: ({ pathname }) => framed.test(pathname) });
  const look = "mx-auto flex max-w-md flex-col gap-4 px-4 py-16 text-center";
  return isFramed ? <div className={look}>{children}</div> : <main className={look}>{children}</main>;
}
