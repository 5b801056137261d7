import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "./styles.css";
import { followSession } from "./features/auth/follow-session.ts";
import { rememberOrders } from "./features/orders/order-history.ts";
import { rememberMe } from "./features/wallet/remember-me.ts";
import { queryClient } from "./lib/query-client.ts";
import { openSession } from "./lib/session.ts";
import { router } from "./router.tsx";

openSession();
rememberMe(queryClient);
rememberOrders(queryClient);
followSession();

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root");
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
