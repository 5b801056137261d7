import { useNavigate } from "@tanstack/react-router";
import { defaultRoute } from "#contract/terms/limits.ts";
import { texts } from "#contract/terms/texts.ts";
import { TurnOnSteps } from "../users/turn-on.tsx";
import { getSession, keepSession } from "../lib/session.ts";
import { Alert } from "../ui/alert.tsx";
import { Button } from "../ui/button.tsx";
import { signOut } from "../users/sign-out.ts";
import { GuestPage } from "./start/guest-page.tsx";

/** Where an admin is led who must set up a second factor before anything else. */
export function RequiredFactorPage() {
  const navigate = useNavigate();
  const goOn = () => {
    const session = getSession();
    if (session === null) return;
    const { lacksFactor: _, ...complete } = session;
    keepSession(complete);
    void navigate({ to: defaultRoute, replace: true });
  };
  const leave = () => {
    void signOut();
    void navigate({ to: "/", replace: true });
  };
  return (
    <GuestPage title="Second factor">
      <Alert>{texts.secondFactorRequired}</Alert>
      <TurnOnSteps onClose={goOn} />
      <Button variant="ghost" onClick={leave}>
        Logout
      </Button>
    </GuestPage>
  );
}
