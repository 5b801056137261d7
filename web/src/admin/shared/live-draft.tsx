import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { useState } from "react";
import type { Problems } from "../../lib/form.ts";

/** Shown above a form if somebody else has changed its subject since it was opened. */
export function Outdated({ what, onLoad }: { what: string; onLoad: () => void }) {
  return (
    <Alert role="alert" className="flex flex-wrap items-center justify-between gap-3">
      <span>Somebody else has changed {what}. Your changes can no longer be saved over it.</span>
      <Button variant="outline" size="sm" onClick={onLoad}>
        Discard my changes
      </Button>
    </Alert>
  );
}

/** For a form in which nothing was changed. */
export const nothingToSave: Problems = { "": "There is nothing to save: nothing was changed." };

/**
 * A draft of something that others may change too. Another user's change shows at once if nothing was typed. Otherwise
 * `isOutdated` is set, and the server refuses to save over it. The own change, saved without an answer, ends the draft.
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
  // A change to other fields does not affect the draft.
  if (!isChanged && source !== base) setBase(source);
  else if (isChanged && (!isDirty || isSame(draft, toDraft(source)))) reload(source);
  return { draft, setDraft, base, isDirty, isOutdated: isChanged && isDirty, reload };
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
