import type { UserRecord } from "#contract/user-list.ts";
import { groupPhone } from "#contract/terms/phone.ts";
import { money } from "../../lib/money.ts";
import { personOf, UserCombobox } from "../../office/user-combobox.tsx";

interface Props {
  chosen: UserRecord | undefined;
  error: string | undefined;
  onChoose: (id: string | undefined) => void;
}

/** Chooses the user of a wallet update, and says how much they have. */
export function UserPicker({ chosen, error, onChoose }: Props) {
  return (
    <UserCombobox
      label="User"
      chosen={chosen && personOf(chosen)}
      hint={chosen && `${groupPhone(chosen.phone)} · ${money(chosen.balance)}`}
      error={error}
      onChoose={onChoose}
    />
  );
}
