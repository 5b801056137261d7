import { type ReactNode, useId, useState } from "react";
import { type PushState, readOfficePush, setOfficePush, usePushSwitch } from "../../lib/push.ts";
import { removeStored, writeStored } from "../../lib/storage.ts";
import { useCommand } from "../../lib/command.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Switch } from "../../ui/switch.tsx";
import { chime, isSoundOn, noticeState, turnNoticesOff, turnNoticesOn } from "./office-notifications.ts";

/** How this device tells the admin that orders, top-up requests or approvals have arrived. */
export function DeviceNotifications() {
  return (
    <Card role="region" aria-label="Notifications on this device">
      <h2 className="text-lg font-bold">Notifications on this device</h2>
      <p className="mb-2 text-sm text-muted-foreground">
        For new orders, top-up and agent requests, and what other admins ask you to approve. Each device has
        its own choice.
      </p>
      <Sound />
      <Notices />
      <Push />
    </Card>
  );
}

interface LineProps {
  id: string;
  name: string;
  about: string;
  children?: ReactNode;
}

function Line({ id, name, about, children }: LineProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-border py-2.5 last:pb-0">
      <div className="min-w-0 flex-1 basis-48">
        <h3 id={id} className="font-semibold">
          {name}
        </h3>
        <p className="text-sm text-muted-foreground">{about}</p>
      </div>
      {children}
    </div>
  );
}

function Sound() {
  const id = useId();
  const [isOn, setOn] = useState(isSoundOn);
  const change = (wanted: boolean) => {
    if (wanted) removeStored("officeSound");
    else writeStored("officeSound", "off");
    setOn(wanted);
    // So that everybody knows what to listen for.
    if (wanted) void chime();
  };
  return (
    <Line id={id} name="Sound" about="Two short tones, while the back office is open in a tab.">
      <Switch aria-labelledby={id} checked={isOn} onCheckedChange={change} />
    </Line>
  );
}

const noticeTexts: Record<PushState, string> = {
  on: "A notification appears while the back office is open in a tab that you do not see.",
  off: "A notification can appear while the back office is open in a tab that you do not see.",
  denied: "This browser does not allow notifications from us. You can change that in the browser’s settings.",
  unsupported: "This browser cannot show notifications.",
};

function Notices() {
  const id = useId();
  const [state, setState] = useState(noticeState);
  const change = useCommand({
    send: async (isOn: boolean) => (isOn ? turnNoticesOn() : turnNoticesOff()),
    onDone: setState,
  });
  return (
    <Line id={id} name="Notifications" about={noticeTexts[state]}>
      {(state === "on" || state === "off") && (
        <Button variant="outline" disabled={change.isBusy} onClick={() => change.send(state === "off")}>
          {state === "off" ? "Notify me while this tab is hidden" : "Stop notifying me"}
        </Button>
      )}
    </Line>
  );
}

const pushTexts: Record<PushState, string> = {
  on: "This device is told also when the back office is closed. Several together make one notification.",
  off: "Be told on this device also when the back office is closed. Several together make one notification.",
  denied: noticeTexts.denied,
  unsupported:
    "This browser cannot be told while the back office is closed. Install the app on your home screen for that.",
};

function Push() {
  const id = useId();
  const { state, toggle } = usePushSwitch(readOfficePush, setOfficePush);
  if (state === undefined) return null;
  return (
    <Line id={id} name="Push" about={pushTexts[state]}>
      {(state === "on" || state === "off") && <Switch aria-labelledby={id} {...toggle} />}
    </Line>
  );
}
