import { useCallback, useEffect, useState } from "react";
import { useCommand } from "./command.ts";
import { useOnline } from "./online.ts";
import type { PushState } from "./push.ts";

/** The state that `read` finds, once it is known, and the props of the switch that turns push on and off. */
export function usePushSwitch(read: () => Promise<PushState>, turn: (isOn: boolean) => Promise<PushState>) {
  const isOnline = useOnline();
  const [state, setState] = useState<PushState>();
  const look = useCallback(() => read().then(setState, () => setState("unsupported")), [read]);
  useEffect(() => void look(), [look]);
  const { send, isBusy } = useCommand({ send: turn, onSettled: look });
  const toggle = { checked: state === "on", disabled: isBusy || !isOnline, onCheckedChange: send };
  return { state, toggle };
}
