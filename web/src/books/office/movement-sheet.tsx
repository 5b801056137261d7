import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { AuditMovement } from "#contract/audit.ts";
import { money } from "../../lib/money.ts";
import { Button, buttonVariants } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { Loading } from "../../ui/loading.tsx";
import { ResponsiveDialog } from "../../ui/responsive-dialog.tsx";
import { UserLink } from "../../office/user-link.tsx";
import { kindName } from "../movement-text.ts";
import { Amount } from "../amount.tsx";
import { threadQuery } from "./audit.query.ts";
import { CorrectThis } from "./correct-this.tsx";
import { cause } from "./movement-cause.ts";
import { Thread } from "./thread.tsx";

interface Props {
  position: number;
  onOpen: (position: number | undefined) => void;
}

/** One movement, its related movements, and the form to correct it. */
export function MovementSheet({ position, onOpen }: Props) {
  const query = useQuery(threadQuery(position));
  const { data } = query;
  const [isCorrecting, setCorrecting] = useState(false);
  const movement = data?.movements.find((each) => each.position === position);
  return (
    <ResponsiveDialog
      title={`Movement ${position}`}
      onClose={() => onOpen(undefined)}
      className="sm:max-w-xl"
    >
      <Loading of={query} what="The movement could not be loaded." rows={6} height="h-10" />
      {data !== undefined && movement !== undefined && (
        <>
          <MovementFacts movement={movement} />
          {isCorrecting ? (
            <CorrectThis movement={movement} thread={data.movements} onClose={() => setCorrecting(false)} />
          ) : (
            <div className="flex flex-wrap gap-2">
              {movement.remaining !== 0 && (
                <Button variant="soft" size="sm" onClick={() => setCorrecting(true)}>
                  Correct this
                </Button>
              )}
              <Link
                to="/admin/audit/wallet"
                search={{ user: movement.userId, position: movement.position }}
                className={buttonVariants({ variant: "outline", size: "sm" })}
              >
                The wallet at this position
              </Link>
            </div>
          )}
          <Thread thread={data} position={position} onOpen={onOpen} />
        </>
      )}
    </ResponsiveDialog>
  );
}

function MovementFacts({ movement }: { movement: AuditMovement }) {
  return (
    <Facts>
      <Fact name="User">
        <UserLink id={movement.userId} name={movement.user} />
      </Fact>
      <Fact name="Kind">{kindName(movement)}</Fact>
      <Fact name="Cause">{cause(movement)}</Fact>
      <Fact name="Actor">{movement.actor}</Fact>
      {movement.requester !== null && <Fact name="Requested by">{movement.requester}</Fact>}
      <Fact name="Time (UTC)">{movement.date}</Fact>
      <Fact name="Amount">
        <Amount cedis={movement.amount} />
      </Fact>
      <Fact name="Balance after">{money(movement.balance)}</Fact>
      <Fact name="Left to correct">{money(movement.remaining)}</Fact>
      <Fact name="Hash">
        <span className="font-mono text-xs break-all">{movement.hash.slice(0, 16)}…</span>
        <CopyButton value={movement.hash} what="hash" />
      </Fact>
    </Facts>
  );
}
