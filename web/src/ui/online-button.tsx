import type { ComponentProps } from "react";
import { useOnline } from "../lib/online.ts";
import { Button } from "./button.tsx";

/** A button for what needs a connection. Offline it says so, because no button is grey without a reason. */
export function OnlineButton({ disabled, children, ...props }: ComponentProps<typeof Button>) {
  const isOnline = useOnline();
  return (
    <Button {...props} disabled={disabled === true || !isOnline}>
      {children}
      {!isOnline && ": you are offline"}
    </Button>
  );
}
