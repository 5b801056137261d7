import { QueryClientProvider } from "@tanstack/react-query";
import { queryClient } from "../lib/query-client.ts";
import SupportSheet from "../settings/support-sheet.tsx";

/** The shop's contacts for somebody who cannot sign in. Loaded on demand. */
export default function GuestSupport({ onClose }: { onClose: () => void }) {
  return (
    <QueryClientProvider client={queryClient}>
      <SupportSheet onClose={onClose}>
        You cannot sign in? Tell us your phone number and username, and we will help you to a new password.
      </SupportSheet>
    </QueryClientProvider>
  );
}
