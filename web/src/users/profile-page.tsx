import { useQuery } from "@tanstack/react-query";
import { lazyRouteComponent } from "@tanstack/react-router";
import { Suspense, useState, useId } from "react";
import { groupPhone } from "#contract/terms/phone.ts";
import { mayHaveApiKey } from "#contract/terms/statuses.ts";
import { useCommand } from "../lib/command.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Confirm } from "../ui/confirm.tsx";
import { DownloadButton } from "../ui/file-buttons.tsx";
import { Fact, Facts } from "../ui/facts.tsx";
import { Loading } from "../ui/placeholders.tsx";
import { PageTitle } from "../ui/page-title.tsx";
import { ApiKeyCard } from "./api-key-card.tsx";
import { signOut, signOutEverywhere } from "./sign-out.ts";
import { WebhookCard } from "./webhook-card.tsx";
import { meQuery } from "./users.query.ts";
import { ProfileForm } from "./profile-form.tsx";
import { usePushSwitch, type PushState, readPushState, turnPushOff, turnPushOn } from "../lib/push.ts";
import { Switch } from "../ui/switch.tsx";
import { changePasswordForm } from "#contract/sessions.ts";
import { limits } from "#contract/terms/limits.ts";
import { errorText } from "../lib/api-error.ts";
import { Form, useForm } from "../ui/form.tsx";
import { notify } from "../lib/notifications.ts";
import { PasswordField } from "../ui/field.tsx";

const ProofsCard = lazyRouteComponent(() => import("./proofs-card.tsx"), "ProofsCard");

const SecondFactorCard = lazyRouteComponent(() => import("./sign-in-cards.tsx"), "SecondFactorCard");

const SessionsCard = lazyRouteComponent(() => import("./sign-in-cards.tsx"), "SessionsCard");

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
          {/* What is below a card appears with it, and does not move under a finger. */}
          <Suspense fallback={null}>
            <SecondFactorCard />
            <SessionsCard />
            <OwnDataCard />
          </Suspense>
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

const explanations: Record<PushState, string> = {
  on: "This device is told when an order or a top-up has been decided, also while the app is closed.",
  off: "Be told on this device when an order or a top-up has been decided, also while the app is closed.",
  denied: "This browser does not allow notifications from us. You can change that in the browser’s settings.",
  unsupported:
    "This browser cannot show notifications from us. Install the app on your home screen to get them.",
};

/** Turns push notifications on and off on this device. */
function NotificationsCard() {
  const id = useId();
  const { state, toggle } = usePushSwitch(readPushState, (isOn) => (isOn ? turnPushOn() : turnPushOff()));
  if (state === undefined) return null;
  return (
    <Card role="region" aria-label="Notifications" className="flex items-center gap-4">
      <div className="flex-1">
        <h2 id={id} className="text-lg font-bold">
          Notifications
        </h2>
        <p className="text-sm text-muted-foreground">{explanations[state]}</p>
      </div>
      {(state === "on" || state === "off") && <Switch aria-labelledby={id} {...toggle} />}
    </Card>
  );
}

/** Changes the password. The form opens on demand, because it is rarely needed. */
function PasswordCard() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Card role="region" aria-label="Password" className="flex flex-col gap-3">
      <h2 className="text-lg font-bold">Password</h2>
      {isOpen ? (
        <PasswordForm onClose={() => setOpen(false)} />
      ) : (
        <Button variant="outline" className="self-start" onClick={() => setOpen(true)}>
          Change password
        </Button>
      )}
    </Card>
  );
}

function PasswordForm({ onClose }: { onClose: () => void }) {
  const form = useForm({
    schema: changePasswordForm,
    initial: { currentPassword: "", newPassword: "", confirmPassword: "" },
    // After a lost answer it is the same command: the server may have changed the password already, and would refuse
    // the old one.
    send: ({ confirmPassword: _, ...body }, send) =>
      send<{ message: string }>({ method: "POST", path: "/user/change-password", body }),
    onDone: ({ message }) => {
      notify(message, "success");
      onClose();
    },
    onError: (failure) => notify(errorText(failure), "danger"),
  });
  return (
    <Form form={form} send="Change password" className="gap-3.5" onCancel={onClose}>
      <PasswordField label="Current password" {...form.field("currentPassword")} />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint={`At least ${limits.password_length_min} characters`}
        {...form.field("newPassword")}
      />
      <PasswordField
        label="Repeat the new password"
        autoComplete="new-password"
        {...form.field("confirmPassword")}
      />
      <p className="text-sm text-muted-foreground">
        Your other devices will be signed out. This one stays signed in.
      </p>
    </Form>
  );
}
