import "../src/styles.css";
import { CSPProvider } from "@base-ui/react/csp-provider";
import { QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { StrictMode, useEffect } from "react";
import { createRoot } from "react-dom/client";
import { noticeQuery } from "../src/app/catalogue/notice.query.ts";
import { queryClient } from "../src/lib/query-client.ts";
import { followTheme, themes, useTheme } from "../src/lib/theme.ts";
import { Chip, Chips } from "../src/ui/chips.tsx";
import { NotificationToast } from "../src/ui/notification-toast.tsx";
import { PageTitle } from "../src/ui/page-title.tsx";
import { Actions } from "./actions.tsx";
import { Dialogs } from "./dialogs.tsx";
import { Feedback } from "./feedback.tsx";
import { Fields } from "./fields.tsx";
import { Lists } from "./lists.tsx";
import { Navigation } from "./navigation.tsx";

/**
 * All parts of web/src/ui, for looking at them: `npm run dev`, then /parts/. The build does not contain this page.
 * Nothing here asks the API.
 */
function Parts() {
  const [theme, choose] = useTheme();
  useEffect(followTheme, []);
  return (
    <>
      <main className="mx-auto flex w-full max-w-6xl flex-col gap-8 p-4">
        <PageTitle>Parts</PageTitle>
        <Chips label="Theme">
          {themes.map((each) => (
            <Chip key={each} on={each === theme} className="capitalize" onClick={() => choose(each)}>
              {each}
            </Chip>
          ))}
        </Chips>
        <Actions />
        <Fields />
        <Feedback />
        <Lists />
        <Navigation />
        <Dialogs />
      </main>
      <NotificationToast />
    </>
  );
}

queryClient.setQueryDefaults(noticeQuery.queryKey, { enabled: false });
document.documentElement.dataset["theme"] = matchMedia("(prefers-color-scheme: dark)").matches
  ? "dark"
  : "light";
const router = createRouter({
  routeTree: createRootRoute({ component: Parts }),
  history: createMemoryHistory(),
});
const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root");
createRoot(root).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
);
