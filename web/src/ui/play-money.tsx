import { Alert } from "./alert.tsx";

/** Where somebody could take doubles of rails for the real ones. */
export function PlayMoney() {
  return (
    <Alert role="note">
      <b>Play money.</b> The phones and rails are doubles on this machine. No money moves.
    </Alert>
  );
}
