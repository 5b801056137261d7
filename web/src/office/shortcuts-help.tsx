import { useShortcutsOff } from "./shortcuts.ts";
import { Button } from "../ui/button.tsx";
import { Checkbox } from "../ui/checkbox.tsx";
import { ResponsiveDialog } from "../ui/responsive-dialog.tsx";
import type { Noun } from "./act-results.tsx";

/** Hidden on phones, which have no keyboard. */
export function ShortcutsButton({ onOpen }: { onOpen: () => void }) {
  return (
    <Button variant="outline" size="sm" className="max-md:hidden" onClick={onOpen}>
      Shortcuts <kbd className="text-muted-foreground">?</kbd>
    </Button>
  );
}

export function ShortcutsHelp({
  shortcuts,
  acts,
  noun,
  onClose,
}: {
  /** Keys and what they do. */
  shortcuts: readonly (readonly [key: string, what: string])[];
  /** The keys of the actions on selected rows. */
  acts: string;
  noun: Noun;
  onClose: () => void;
}) {
  const [isOff, setOff] = useShortcutsOff();
  return (
    <ResponsiveDialog title="Keyboard shortcuts" onClose={onClose}>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2">
        {shortcuts.map(([key, what]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="inline-grid min-w-8 place-items-center rounded-sm border border-border bg-muted px-2 py-0.5 font-semibold">
                {key}
              </kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <p className="text-sm text-muted-foreground">
        If {noun}s are selected, {acts} act on all of them; otherwise on the {noun} in focus. In a dialog,
        Enter confirms and Escape cancels.
      </p>
      <label className="flex min-h-12 items-center gap-3 font-medium">
        <Checkbox checked={!isOff} onCheckedChange={(isOn) => setOff(!isOn)} />
        Use keyboard shortcuts on this device
      </label>
    </ResponsiveDialog>
  );
}
