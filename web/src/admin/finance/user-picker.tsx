import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { UserRecord } from "#api/contract/users.ts";
import { groupPhone } from "#ledger/terms/phone.ts";
import { errorText } from "../../lib/api-error.ts";
import { money } from "../../lib/money.ts";
import { useDebounced } from "../shared/debounced.ts";
import { Button } from "../../ui/button.tsx";
import { Field, Input } from "../../ui/field.tsx";
import { usersQuery } from "../../app/account/users.query.ts";

const shown_max = 6;

interface Props {
  chosen: UserRecord | undefined;
  error: string | undefined;
  onChoose: (id: string | undefined) => void;
}

/** Chooses a user from a list that typing narrows down. */
export function UserPicker({ chosen, error, onChoose }: Props) {
  const [typed, setTyped] = useState("");
  const search = useDebounced(typed.trim());
  const found = useQuery({
    ...usersQuery({ search, limit: shown_max }),
    enabled: search !== "" && chosen === undefined,
    placeholderData: keepPreviousData,
  });
  if (chosen !== undefined) {
    return (
      <div className="flex items-center justify-between gap-3 rounded-lg bg-muted py-1 pr-1 pl-3.5">
        <UserLine user={chosen} />
        <Button variant="ghost" onClick={() => onChoose(undefined)}>
          Change
        </Button>
      </div>
    );
  }
  const users = search === "" ? [] : (found.data?.rows ?? []);
  const isNobody = search !== "" && found.data !== undefined && users.length === 0;
  return (
    <div className="flex flex-col gap-1.5">
      <Field
        label="User"
        hint={isNobody ? "No user found" : "Name, phone or email"}
        error={found.error === null ? error : errorText(found.error)}
      >
        {(parts) => (
          <Input
            {...parts}
            type="search"
            autoComplete="off"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        )}
      </Field>
      <ul aria-label="Found" className="flex flex-col gap-1 empty:hidden">
        {users.map((user) => (
          <li key={user._id}>
            <button
              type="button"
              className="flex min-h-12 w-full items-center rounded-lg border border-border px-3.5 text-left hover:bg-muted"
              onClick={() => {
                setTyped("");
                onChoose(user._id);
              }}
            >
              <UserLine user={user} />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function UserLine({ user }: { user: UserRecord }) {
  return (
    <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-3 py-1.5">
      <span className="min-w-0">
        <b>{user.username}</b>{" "}
        <span className="text-sm text-muted-foreground whitespace-nowrap">{groupPhone(user.phone)}</span>
      </span>
      <span className="text-sm font-semibold">{money(user.balance)}</span>
    </span>
  );
}
