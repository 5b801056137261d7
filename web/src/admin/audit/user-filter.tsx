import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { groupPhone } from "#ledger/terms/phone.ts";
import { useDebounced } from "../shared/debounced.ts";
import { Field, Input } from "../../ui/field.tsx";
import { usersQuery } from "../../app/account/users.query.ts";
import { walletAtQuery } from "./audit.query.ts";
import { ChosenFilter } from "./filter-fields.tsx";

const shown_max = 6;

interface Props {
  label: string;
  /** A user's id, or "system" if the shop itself is an option. */
  chosen: string | undefined;
  mayBeSystem?: boolean;
  onChoose: (id: string | undefined) => void;
}

/** Finds a user by typing and chooses by tap. The server searches, however many users there are. */
export function UserFilter({ label, chosen, mayBeSystem = false, onChoose }: Props) {
  const [typed, setTyped] = useState("");
  const search = useDebounced(typed.trim());
  const { data } = useQuery({
    ...usersQuery({ search, limit: shown_max }),
    enabled: search !== "" && chosen === undefined,
    placeholderData: keepPreviousData,
  });
  if (chosen !== undefined) return <Chosen label={label} id={chosen} onClear={() => onChoose(undefined)} />;
  const found = search === "" ? [] : (data?.rows ?? []);
  const choose = (id: string) => {
    setTyped("");
    onChoose(id);
  };
  const hasSystem = mayBeSystem && search !== "" && "system".startsWith(search.toLowerCase());
  return (
    <div className="flex flex-col gap-1.5">
      <Field label={label}>
        {(parts) => (
          <Input
            {...parts}
            type="search"
            autoComplete="off"
            placeholder="Name, phone or email"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        )}
      </Field>
      <ul aria-label={`Found for ${label.toLowerCase()}`} className="flex flex-col gap-1 empty:hidden">
        {hasSystem && <Found name="system" onChoose={() => choose("system")} />}
        {found.map((user) => (
          <Found
            key={user._id}
            name={user.username}
            note={groupPhone(user.phone)}
            onChoose={() => choose(user._id)}
          />
        ))}
      </ul>
    </div>
  );
}

function Found({ name, note, onChoose }: { name: string; note?: string; onChoose: () => void }) {
  return (
    <li>
      <button
        type="button"
        className="flex min-h-12 w-full flex-wrap items-center gap-x-3 rounded-lg border border-border px-3.5 text-left hover:bg-muted md:min-h-10"
        onClick={onChoose}
      >
        <b>{name}</b> <span className="text-sm text-muted-foreground">{note}</span>
      </button>
    </li>
  );
}

function Chosen({ label, id, onClear }: { label: string; id: string; onClear: () => void }) {
  const { data } = useQuery({ ...walletAtQuery(id), enabled: id !== "system" });
  return <ChosenFilter label={label} name={id === "system" ? id : (data?.user ?? "…")} onClear={onClear} />;
}
