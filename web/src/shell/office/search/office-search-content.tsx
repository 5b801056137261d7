import { useState } from "react";
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
} from "../../../ui/command.tsx";
import { useFound } from "./found.ts";
import type { Place } from "./places.ts";

/** Opens any page, user, order, request, movement or act. Pages are found at once; the server finds the rest. */
export default function OfficeSearchContent({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState("");
  const { groups, status } = useFound(typed);
  return (
    <CommandDialog title="Find anything" onClose={onClose}>
      <Command
        groups={groups}
        value={typed}
        onValueChange={setTyped}
        itemToStringValue={({ name }: Place) => name}
      >
        <CommandInput
          aria-label="Find anything"
          placeholder="Page, user, number, reference, reason"
          autoComplete="off"
        />
        <CommandList>
          {(group: CommandGroupOf<Place>) => (
            <CommandGroup key={group.value} group={group}>
              {(place) => (
                <CommandItem
                  key={place.id}
                  value={place}
                  onClick={() => {
                    onClose();
                    place.open();
                  }}
                >
                  <span className="min-w-0 wrap-anywhere">{place.name}</span>
                  {place.detail !== undefined && <CommandShortcut>{place.detail}</CommandShortcut>}
                </CommandItem>
              )}
            </CommandGroup>
          )}
        </CommandList>
        <CommandStatus>{status}</CommandStatus>
      </Command>
    </CommandDialog>
  );
}
