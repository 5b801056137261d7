import { Alert } from "../ui/alert.tsx";
import { Button } from "../ui/button.tsx";
import { useEffect, useState } from "react";
import { forgetDraft, keepDraft, readDraft } from "../lib/draft.ts";
import type { Problems } from "../lib/problems.ts";

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
 * With a name, the draft is kept until it is saved or undone; `isKept`: this one was.
 */
export function useLiveDraft<Source, Draft extends object>(
  source: Source,
  toDraft: (source: Source) => Draft,
  name?: string,
) {
  const [kept, setKept] = useState(() =>
    name === undefined ? undefined : readDraft<{ base: Source; draft: Draft }>(name),
  );
  const [base, setBase] = useState(kept === undefined ? source : kept.base);
  const [draft, setDraft] = useState(() => kept?.draft ?? toDraft(source));
  const reload = (to: Source) => {
    setBase(to);
    setDraft(toDraft(to));
    setKept(undefined);
  };
  const isDirty = !isSame(draft, toDraft(base));
  const isChanged = !isSame(toDraft(source), toDraft(base));
  // A change to other fields does not affect the draft.
  if (!isChanged && !isSame(source, base)) setBase(source);
  else if (isChanged && (!isDirty || isSame(draft, toDraft(source)))) reload(source);
  useEffect(() => {
    if (name === undefined) return;
    if (isDirty) keepDraft(name, { base, draft });
    else forgetDraft(name);
  }, [name, isDirty, base, draft]);
  const isKept = kept !== undefined && isDirty;
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  return { draft, change, base, isKept, isDirty, isOutdated: isChanged && isDirty, reload };
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
