import { QueryClientProvider } from "@tanstack/react-query";
import { lazy } from "react";
import { queryClient } from "../lib/query-client.ts";
import ForgotPassword from "./forgot-password.tsx";

const SupportSheet = lazy(() => import("../settings/support-sheet.tsx"));

/** Ways on for somebody who cannot sign in. One file to load on demand, because each costs the login page some bytes. */
export default function SignInTrouble({
  what,
  onClose,
}: {
  what: "password" | "support";
  onClose: () => void;
}) {
  if (what === "password") return <ForgotPassword onClose={onClose} />;
  return (
    <QueryClientProvider client={queryClient}>
      <SupportSheet onClose={onClose}>
        You cannot sign in? Tell us your phone number and username, and we will help you to a new password.
      </SupportSheet>
    </QueryClientProvider>
  );
}
