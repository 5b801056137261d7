import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { TurnOff } from "./turn-off.tsx";
import { TurnOn } from "./turn-on.tsx";
import { secondFactorQuery } from "./second-factor.query.ts";

/** A code of an authenticator app beside the password: for admins, who can move everybody's money. */
export function SecondFactorCard() {
  const { data } = useQuery(secondFactorQuery);
  const [open, setOpen] = useState<"on" | "off">();
  const close = () => setOpen(undefined);
  if (data === undefined) return null;
  return (
    <Card role="region" aria-label="Second factor" className="flex flex-col gap-3">
      <div>
        <h2 className="text-[1.0625rem] font-bold">Second factor</h2>
        <p className="text-s text-ink-2">
          {data.isOn
            ? `Signing in takes a code of your authenticator app. ${data.recoveryCodesLeft} recovery codes are left.`
            : "Let signing in take a code of an authenticator app, too: a stolen password alone then opens nothing."}
        </p>
      </div>
      <Button look="line" className="self-start" onClick={() => setOpen(data.isOn ? "off" : "on")}>
        {data.isOn ? "Turn off" : "Set up"}
      </Button>
      {open === "on" && <TurnOn onClose={close} />}
      {open === "off" && <TurnOff onClose={close} />}
    </Card>
  );
}
