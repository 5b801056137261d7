import { useState } from "react";
import { dayOf } from "#contract/terms/dates.ts";
import { Button } from "../../ui/button.tsx";
import { type NotedBalance, StatementDialog } from "./statement-dialog.tsx";

/** A button that opens the dialog for a statement's balance, with what is known of it. A later day than today is today. */
export function NoteBalance({
  children = "Note a balance",
  ...known
}: Pick<NotedBalance, "rail"> & Partial<NotedBalance> & { children?: string }) {
  const [initial, setInitial] = useState<NotedBalance>();
  const open = () => {
    const today = dayOf(new Date().toISOString());
    const day = known.day !== undefined && known.day < today ? known.day : today;
    setInitial({ time: "", balance: "", ...known, day });
  };
  return (
    <>
      <Button variant="outline" size="sm" className="print:hidden" onClick={open}>
        {children}
      </Button>
      {initial !== undefined && <StatementDialog initial={initial} onClose={() => setInitial(undefined)} />}
    </>
  );
}
