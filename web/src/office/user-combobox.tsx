import { Combobox } from "@base-ui/react/combobox";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Check, X } from "lucide-react";
import { type ComponentProps, useRef, useState } from "react";
import { type UserRecord, userList } from "#contract/user-list.ts";
import { groupPhone } from "#contract/terms/phone.ts";
import { listQuery } from "./list/list-query.ts";
import { errorText } from "../lib/api-error.ts";
import { money } from "../lib/money.ts";
import { Field, inputLook } from "../ui/field.tsx";
import { useDebounced } from "./debounced.ts";
import { walletAtQuery } from "./account.query.ts";

const shown_max = 6;

/** Who can be chosen: a user, or the shop itself with the id "system". */
interface Person {
  id: string;
  name: string;
  phone?: string;
  balance?: number;
}

const system: Person = { id: "system", name: "system" };

interface Props {
  label: string;
  chosen: Person | undefined;
  mayBeSystem?: boolean;
  hint?: string | undefined;
  error?: string | undefined;
  onChoose: (id: string | undefined) => void;
}

/** Chooses a user by name, phone or email. The server searches, however many users there are. */
export function UserCombobox({ label, chosen, mayBeSystem = false, hint, error, onChoose }: Props) {
  /** Undefined while nothing is being typed. The field then shows who is chosen. */
  const [typed, setTyped] = useState<string>();
  const landmark = useRef<HTMLDivElement>(null);
  const search = useDebounced(typed?.trim() ?? "");
  const { data, error: failure } = useQuery({
    ...listQuery(userList, { search }, { limit: shown_max }),
    enabled: search !== "",
    placeholderData: keepPreviousData,
  });
  const isSystem = mayBeSystem && search !== "" && system.name.startsWith(search.toLowerCase());
  const users = search === "" ? [] : (data?.rows.map(personOf) ?? []);
  const found = isSystem ? [system, ...users] : users;
  const status = () => {
    if (failure !== null) return errorText(failure);
    if (search === "") return "Type a name, phone or email";
    if (data === undefined) return "Searching …";
    return found.length === 0 ? "No user found" : null;
  };
  return (
    <div ref={landmark}>
      <Combobox.Root
        items={found}
        filter={null}
        autoHighlight
        value={chosen ?? null}
        itemToStringLabel={({ name }: Person) => name}
        isItemEqualToValue={(one: Person, other: Person) => one.id === other.id}
        inputValue={typed ?? chosen?.name ?? ""}
        onInputValueChange={(text, { reason }) => setTyped(reason === "input-change" ? text : undefined)}
        onValueChange={(person) => onChoose(person?.id)}
        onOpenChange={(isOpen) => !isOpen && setTyped(undefined)}
      >
        <Field label={label} hint={hint} error={error}>
          {(parts) => <NameInput {...parts} label={label} />}
        </Field>
        {/* Keeps the list in the field's landmark. */}
        <Combobox.Portal container={landmark}>
          <Combobox.Positioner className="z-30 outline-none" sideOffset={6} collisionPadding={8}>
            <Combobox.Popup
              data-slot="combobox-content"
              className="max-h-[min(24rem,var(--available-height))] w-(--anchor-width) min-w-[min(18rem,var(--available-width))] max-w-(--available-width) overflow-y-auto overscroll-contain rounded-lg border border-border bg-popover p-1.5 text-popover-foreground shadow-xl"
            >
              {/* What the list cannot say itself. Screen readers announce it. */}
              <Combobox.Status
                data-slot="combobox-status"
                className="px-3 py-2.5 text-sm text-muted-foreground empty:hidden"
              >
                {status()}
              </Combobox.Status>
              <Combobox.List>
                {(person: Person) => <PersonItem key={person.id} person={person} />}
              </Combobox.List>
            </Combobox.Popup>
          </Combobox.Positioner>
        </Combobox.Portal>
      </Combobox.Root>
    </div>
  );
}

/** Repeats the field's label as its name, because Base UI hides the label from screen readers while the list is open. */
function NameInput({ label, ...parts }: Omit<ComponentProps<"input">, "className"> & { label: string }) {
  return (
    <Combobox.InputGroup data-slot="combobox-input-group" className="relative">
      <Combobox.Input
        {...parts}
        data-slot="combobox-input"
        aria-label={label}
        autoComplete="off"
        placeholder="Name or phone"
        className={`${inputLook} pr-12`}
      />
      <Combobox.Clear
        data-slot="combobox-clear"
        aria-label={`Clear ${label.toLowerCase()}`}
        className="absolute inset-y-0 right-0 grid w-12 place-items-center rounded-lg text-muted-foreground hover:text-foreground focus-visible:-outline-offset-3"
      >
        <X aria-hidden className="size-5" />
      </Combobox.Clear>
    </Combobox.InputGroup>
  );
}

export function personOf({ _id, username, phone, balance }: UserRecord): Person {
  return { id: _id, name: username, phone, balance };
}

function PersonItem({ person }: { person: Person }) {
  const { name, phone, balance } = person;
  return (
    <Combobox.Item
      data-slot="combobox-item"
      className="flex min-h-12 cursor-pointer items-center gap-3 rounded-sm px-3 py-1.5 outline-none select-none data-highlighted:bg-muted md:min-h-10"
      value={person}
    >
      <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-3">
        <span className="min-w-0 wrap-anywhere">
          <b>{name}</b>{" "}
          {phone !== undefined && (
            <span className="text-sm whitespace-nowrap text-muted-foreground">{groupPhone(phone)}</span>
          )}
        </span>
        {balance !== undefined && <span className="text-sm font-semibold">{money(balance)}</span>}
      </span>
      <Combobox.ItemIndicator className="ml-auto text-primary">
        <Check aria-hidden className="size-4.5" />
      </Combobox.ItemIndicator>
    </Combobox.Item>
  );
}

interface UserFilterProps extends Pick<Props, "label" | "mayBeSystem"> {
  /** A user's id, or "system" if the shop itself is an option. */
  value: string | undefined;
  onChange: Props["onChoose"];
}

/** Chooses the user of a filter. The address has only their id. */
export function UserFilter({ value: id, onChange, ...props }: UserFilterProps) {
  const { data } = useQuery({ ...walletAtQuery(id ?? ""), enabled: id !== undefined && id !== "system" });
  const name = id === "system" ? id : (data?.user ?? "…");
  return <UserCombobox {...props} chosen={id === undefined ? undefined : { id, name }} onChoose={onChange} />;
}
