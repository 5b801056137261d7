import { CSPProvider } from "@base-ui/react/csp-provider";
import { RouterProvider } from "@tanstack/react-router";
import { startTransition, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { followSession } from "./follow-session.ts";
import { openSession } from "./lib/session.ts";
import { router } from "./router.tsx";

openSession((left) => void import("./users/sign-out.ts").then(({ finishSignOut }) => finishSignOut(left)));
followSession();

void show();

/** Replaces the server-rendered frame (public/home-shell.html, office-shell.html) all at once, when the page is complete. */
async function show(): Promise<void> {
  const root = document.getElementById("root");
  if (root === null) throw new Error("index.html has no #root");
  await router.load();
  // A transition renders in slices, so taps are handled in between.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        {/* Base UI must not write style elements, which the policy refuses. */}
        <CSPProvider disableStyleElements>
          <RouterProvider router={router} />
        </CSPProvider>
      </StrictMode>,
    ),
  );
}
