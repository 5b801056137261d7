import { useEffect, useId, useState } from "react";
import { useOnline } from "../lib/online.ts";
import { type PushState, readPushState, turnPushOff, turnPushOn } from "../lib/push.ts";
import { useCommand } from "../lib/use-command.ts";
import { Card } from "../ui/card.tsx";
import { Switch } from "../ui/switch.tsx";

const explanations: Record<PushState, string> = {
  on: "This device is told when an order or a top-up has been decided, also while the app is closed.",
  off: "Be told on this device when an order or a top-up has been decided, also while the app is closed.",
  denied: "This browser does not allow notifications from us. You can change that in the browser’s settings.",
  unsupported:
    "This browser cannot show notifications from us. Install the app on your home screen to get them.",
};

/** Turns push notifications on and off on this device. */
export function NotificationsCard() {
  const id = useId();
  const isOnline = useOnline();
  const [state, setState] = useState<PushState>();
  const look = () => readPushState().then(setState, () => setState("unsupported"));
  useEffect(() => void look(), []);
  const change = useCommand({
    send: (isOn: boolean) => (isOn ? turnPushOn() : turnPushOff()),
    onSettled: look,
  });
  if (state === undefined) return null;
  return (
    <Card role="region" aria-label="Notifications" className="flex items-center gap-4">
      <div className="flex-1">
        <h2 id={id} className="text-lg font-bold">
          Notifications
        </h2>
        <p className="text-sm text-muted-foreground">{explanations[state]}</p>
      </div>
      {(state === "on" || state === "off") && (
        <Switch
          aria-labelledby={id}
          checked={state === "on"}
          disabled={change.isBusy || !isOnline}
          onCheckedChange={change.send}
        />
      )}
    </Card>
  );
}
