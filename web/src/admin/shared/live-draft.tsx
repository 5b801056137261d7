import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { useState } from "react";

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

/**
 * What is typed over something that others change, too, and what it began with. A change by somebody else shows at once where
 * nothing was typed here; else it is said (`isOutdated`), and saving over it is the server's to refuse.
 */
export function useLiveDraft<Source, Draft>(source: Source, toDraft: (source: Source) => Draft) {
  const [base, setBase] = useState(source);
  const [draft, setDraft] = useState(() => toDraft(source));
  const reload = (to: Source) => {
    setBase(to);
    setDraft(toDraft(to));
  };
  const isDirty = !isSame(draft, toDraft(base));
  const isChanged = !isSame(toDraft(source), toDraft(base));
  // What has changed beside the fields here takes nothing from what is typed.
  if (!isChanged && source !== base) setBase(source);
  else if (isChanged && !isDirty) reload(source);
  return { draft, setDraft, base, isDirty, isOutdated: isChanged && isDirty, reload };
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
