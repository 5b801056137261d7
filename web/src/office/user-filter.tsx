import { useQuery } from "@tanstack/react-query";
import { UserCombobox } from "./user-combobox.tsx";
import { walletAtQuery } from "./account.query.ts";

interface Props {
  label: string;
  /** A user's id, or "system" if the shop itself is an option. */
  chosen: string | undefined;
  mayBeSystem?: boolean;
  onChoose: (id: string | undefined) => void;
}

/** Chooses the user of a filter. The address has only their id. */
export function UserFilter({ chosen: id, ...props }: Props) {
  const { data } = useQuery({ ...walletAtQuery(id ?? ""), enabled: id !== undefined && id !== "system" });
  const name = id === "system" ? id : (data?.user ?? "…");
  return <UserCombobox {...props} chosen={id === undefined ? undefined : { id, name }} />;
}
