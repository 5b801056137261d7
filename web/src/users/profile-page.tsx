import { useQuery } from "@tanstack/react-query";
import { lazyRouteComponent } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { groupPhone } from "#contract/terms/phone.ts";
import { mayHaveApiKey } from "#contract/terms/statuses.ts";
import { useCommand } from "../lib/use-command.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Confirm } from "../ui/confirm.tsx";
import { DownloadButton } from "../ui/download-button.tsx";
import { Fact, Facts } from "../ui/facts.tsx";
import { Loading } from "../ui/loading.tsx";
import { PageTitle } from "../ui/page-title.tsx";
import { ApiKeyCard } from "./api-key-card.tsx";
import { signOut, signOutEverywhere } from "./sign-out.ts";
import { WebhookCard } from "./webhook-card.tsx";
import { meQuery } from "./users.query.ts";
import { NotificationsCard } from "./notifications-card.tsx";
import { PasswordCard } from "./password-card.tsx";
import { ProfileForm } from "./profile-form.tsx";

const ProofsCard = lazyRouteComponent(() => import("./proofs-card.tsx"), "ProofsCard");

const SecondFactorCard = lazyRouteComponent(() => import("./second-factor-card.tsx"), "SecondFactorCard");

const SessionsCard = lazyRouteComponent(() => import("./sessions-card.tsx"), "SessionsCard");

/** The user's own profile. */
export function ProfilePage() {
  const query = useQuery(meQuery);
  const { data: me } = query;
  return (
    <div className="mx-auto flex w-full max-w-xl flex-col gap-3.5">
      {/* Logout is up here, because cards that load late would move it. */}
      <div className="flex items-center justify-between gap-3">
        <PageTitle>My Profile</PageTitle>
        <Button variant="outline" onClick={() => void signOut()}>
          Logout
        </Button>
      </div>
      <Loading of={query} what="Your profile could not be loaded." rows={2} height="h-40" />
      {me !== undefined && (
        <>
          <Card>
            <Facts>
              <Fact name="ID">
                <span className="text-sm font-medium">{me._id}</span>
              </Fact>
              <Fact name="Phone">{groupPhone(me.phone)}</Fact>
              <Fact name="Account type">{me.userLevel}</Fact>
            </Facts>
          </Card>
          <ProfileForm me={me} />
          <Suspense fallback={null}>
            <ProofsCard me={me} />
          </Suspense>
          <PasswordCard />
          <NotificationsCard />
          {mayHaveApiKey(me.userLevel) && <ApiKeyCard />}
          {mayHaveApiKey(me.userLevel) && <WebhookCard />}
          <Suspense fallback={null}>
            <SecondFactorCard />
            <SessionsCard />
          </Suspense>
          <OwnDataCard />
        </>
      )}
      <EverywhereButton />
    </div>
  );
}

function OwnDataCard() {
  return (
    <Card role="region" aria-label="Your data">
      <h2 className="text-lg font-bold">Your data</h2>
      <p className="mt-1 mb-3 text-sm text-muted-foreground">
        Everything that the shop holds about you, in one file: profile, devices, orders with vouchers, top-ups
        and messages. Keep it to yourself.
      </p>
      <DownloadButton path="/user/my-data.json" name="my-data.json">
        Download my data
      </DownloadButton>
    </Card>
  );
}

/** For a phone that was lost or lent to somebody. */
function EverywhereButton() {
  const [isAsking, setAsking] = useState(false);
  const leave = useCommand({ send: (_: void, send) => signOutEverywhere(send) });
  return (
    <>
      <Button variant="ghost" onClick={() => setAsking(true)}>
        Log out on all devices
      </Button>
      {isAsking && (
        <Confirm
          title="Log out on all devices?"
          confirm="Yes, log out"
          variant="destructive"
          busy={leave.isBusy}
          onConfirm={() => leave.send()}
          onClose={() => setAsking(false)}
        >
          <p className="text-sm text-muted-foreground">
            Everyone who is signed in to this account will have to sign in again.
          </p>
        </Confirm>
      )}
    </>
  );
}
