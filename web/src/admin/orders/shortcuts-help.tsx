import { useShortcutsOn } from "./shortcuts.ts";
import { Button } from "../../ui/button.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { orderShortcuts } from "./order-shortcuts.ts";

/** Hidden on phones, which have no keyboard. */
export function ShortcutsButton({ onOpen }: { onOpen: () => void }) {
  return (
    <Button look="line" size="small" className="max-md:hidden" onClick={onOpen}>
      Shortcuts <kbd className="text-ink-3">?</kbd>
    </Button>
  );
}

export function ShortcutsHelp({ onClose }: { onClose: () => void }) {
  const [isOn, setOn] = useShortcutsOn();
  return (
    <Sheet title="Keyboard shortcuts" onClose={onClose}>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2">
        {orderShortcuts.map(([key, what]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="inline-grid min-w-8 place-items-center rounded-s border border-line bg-fill px-2 py-0.5 font-semibold">
                {key}
              </kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <p className="text-s text-ink-2">
        If orders are selected, p, c and r act on all of them; otherwise on the order in focus. In a dialog,
        Enter confirms and Escape cancels.
      </p>
      <label className="flex min-h-12 items-center gap-3 font-medium">
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ target }) => setOn(target.checked)}
          className="size-6 accent-accent"
        />
        Use keyboard shortcuts on this device
      </label>
    </Sheet>
  );
}
