import { lazy } from "react";
import ForgotPassword from "./forgot-password.tsx";

const GuestSupport = lazy(() => import("./guest-support.tsx"));

/** Ways on for somebody who cannot sign in. One file to load on demand, because each costs the login page some bytes. */
export default function SignInTrouble({
  what,
  onClose,
}: {
  what: "password" | "support";
  onClose: () => void;
}) {
  return what === "password" ? <ForgotPassword onClose={onClose} /> : <GuestSupport onClose={onClose} />;
}
