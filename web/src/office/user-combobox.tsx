import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { type UserRecord, userList } from "#contract/user-list.ts";
import { groupPhone } from "#contract/terms/phone.ts";
import { listQuery } from "./list/list-query.ts";
import { errorText } from "../lib/api-error.ts";
import { money } from "../lib/money.ts";
import {
  Combobox,
  ComboboxContent,
  ComboboxInput,
  ComboboxItem,
  ComboboxList,
  ComboboxStatus,
} from "../ui/combobox.tsx";
import { Field } from "../ui/field.tsx";
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
      <Combobox
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
          {(parts) => (
            <ComboboxInput
              {...parts}
              aria-label={label}
              autoComplete="off"
              placeholder="Name or phone"
              clear={`Clear ${label.toLowerCase()}`}
            />
          )}
        </Field>
        <ComboboxContent container={landmark}>
          <ComboboxStatus>{status()}</ComboboxStatus>
          <ComboboxList>
            {(person: Person) => (
              <ComboboxItem key={person.id} value={person}>
                <PersonLine {...person} />
              </ComboboxItem>
            )}
          </ComboboxList>
        </ComboboxContent>
      </Combobox>
    </div>
  );
}

export function personOf({ _id, username, phone, balance }: UserRecord): Person {
  return { id: _id, name: username, phone, balance };
}

function PersonLine({ name, phone, balance }: Person) {
  return (
    <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-3">
      <span className="min-w-0 wrap-anywhere">
        <b>{name}</b>{" "}
        {phone !== undefined && (
          <span className="text-sm whitespace-nowrap text-muted-foreground">{groupPhone(phone)}</span>
        )}
      </span>
      {balance !== undefined && <span className="text-sm font-semibold">{money(balance)}</span>}
    </span>
  );
}

interface UserFilterProps {
  label: string;
  /** A user's id, or "system" if the shop itself is an option. */
  chosen: string | undefined;
  mayBeSystem?: boolean;
  onChoose: (id: string | undefined) => void;
}

/** Chooses the user of a filter. The address has only their id. */
export function UserFilter({ chosen: id, ...props }: UserFilterProps) {
  const { data } = useQuery({ ...walletAtQuery(id ?? ""), enabled: id !== undefined && id !== "system" });
  const name = id === "system" ? id : (data?.user ?? "…");
  return <UserCombobox {...props} chosen={id === undefined ? undefined : { id, name }} />;
}
