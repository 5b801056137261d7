import { Alert } from "./alert.tsx";
import { Button } from "./button.tsx";

/** Over a form whose subject somebody else has changed since it was opened. */
export function Outdated({ what, onLoad }: { what: string; onLoad: () => void }) {
  return (
    <Alert role="alert" className="flex flex-wrap items-center justify-between gap-3">
      <span>Somebody else has changed {what}. Yours can no longer be saved over it.</span>
      <Button look="line" size="small" onClick={onLoad}>
        Show theirs, and drop mine
      </Button>
    </Alert>
  );
}
