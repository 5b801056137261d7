import { type ReactNode, useState } from "react";
import { Button } from "../src/ui/button.tsx";
import {
  Command,
  CommandDialog,
  CommandGroup,
  type CommandGroupOf,
  CommandInput,
  CommandItem,
  CommandList,
  CommandShortcut,
  CommandStatus,
} from "../src/ui/command.tsx";
import { Confirm } from "../src/ui/confirm.tsx";
import { ConfirmChanges } from "../src/ui/confirm-changes.tsx";
import { ResponsiveDialog } from "../src/ui/responsive-dialog.tsx";
import { Example, Examples } from "./example.tsx";

export function Dialogs() {
  return (
    <Examples title="Dialogs">
      <Opens name="Dialog or Drawer">
        {(close) => (
          <ResponsiveDialog title="Order 7958" onClose={close}>
            A window on a desk, a drawer on a phone.
          </ResponsiveDialog>
        )}
      </Opens>
      <Opens name="Question">
        {(close) => (
          <Confirm
            title="Remove all?"
            confirm="Remove"
            variant="destructive"
            onConfirm={close}
            onClose={close}
          >
            It stays in the log.
          </Confirm>
        )}
      </Opens>
      <Opens name="Changes">
        {(close) => (
          <ConfirmChanges
            title="Change prices?"
            changes={[{ what: "1 GB: customer", before: "4.80", after: "6.00 (+25.0 %)" }]}
            warnings={["1 GB: customer changes by more than 20 %"]}
            onConfirm={close}
            onClose={close}
          />
        )}
      </Opens>
      <Opens name="Command">{(close) => <Pages onClose={close} />}</Opens>
    </Examples>
  );
}

function Opens({ name, children }: { name: string; children: (close: () => void) => ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Example name={name}>
      <Button variant="outline" onClick={() => setOpen(true)}>
        {`Open ${name}`}
      </Button>
      {isOpen && children(() => setOpen(false))}
    </Example>
  );
}

const pages = ["Dashboard", "Orders", "Topups"];

function Pages({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState("");
  const items = pages.filter((name) => name.toLowerCase().includes(typed.toLowerCase()));
  return (
    <CommandDialog title="Search" onClose={onClose}>
      <Command groups={[{ value: "Pages", items }]} value={typed} onValueChange={setTyped}>
        <CommandInput aria-label="Search the pages" />
        <CommandList>
          {(group: CommandGroupOf<string>) => (
            <CommandGroup key={group.value} group={group}>
              {(name) => (
                <CommandItem key={name} value={name} onClick={onClose}>
                  {name} <CommandShortcut>page</CommandShortcut>
                </CommandItem>
              )}
            </CommandGroup>
          )}
        </CommandList>
        <CommandStatus>{items.length === 0 ? "Nothing found" : null}</CommandStatus>
      </Command>
    </CommandDialog>
  );
}
