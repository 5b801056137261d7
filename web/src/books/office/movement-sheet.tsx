import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import type { AuditMovement, ThreadAnswer } from "#contract/audit.ts";
import { money } from "../../lib/money.ts";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { Loading } from "../../ui/placeholders.tsx";
import { ResponsiveDialog } from "../../ui/responsive-dialog.tsx";
import { ButtonLink, UserLink } from "../../office/links.tsx";
import { kindName, Amount } from "../movement-text.tsx";
import { threadQuery } from "../../office/thread.query.ts";
import { CorrectThis } from "./correct-this.tsx";
import { cause, actors } from "./audit-columns.tsx";

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
          {isCorrecting ? (
            <CorrectThis movement={movement} thread={data.movements} onClose={() => setCorrecting(false)} />
          ) : (
            <div className="flex flex-wrap gap-2">
              {movement.remaining !== 0 && (
                <Button variant="soft" size="sm" onClick={() => setCorrecting(true)}>
                  Correct this
                </Button>
              )}
              <ButtonLink to="/admin/audit/wallet" search={{ user: movement.userId, position }}>
                The wallet at this position
              </ButtonLink>
            </div>
          )}
          <Thread thread={data} position={position} onOpen={onOpen} />
        </>
      )}
    </ResponsiveDialog>
  );
}

interface ThreadProps {
  thread: ThreadAnswer;
  position: number;
  onOpen: (position: number) => void;
}

/** The movements related to one movement, the top-up before it, and the purchases after it. */
function Thread({ thread, position, onOpen }: ThreadProps) {
  const { movements, steps, topup, spent } = thread;
  const row = (each: AuditMovement) => {
    const { amount, remaining, date, reason, kind } = each;
    const back = Math.abs(amount) - Math.abs(remaining);
    return (
      <li key={each._id}>
        <button
          type="button"
          aria-current={each.position === position ? "true" : undefined}
          className="flex min-h-12 w-full flex-wrap items-baseline justify-between gap-x-3 rounded-lg border border-border px-3.5 py-2 text-left hover:bg-muted aria-[current]:border-primary aria-[current]:bg-accent"
          onClick={() => onOpen(each.position)}
        >
          <span>
            <b>{kindName(each)}</b> <span className="text-sm text-muted-foreground">{each.position}</span>
          </span>
          <Amount cedis={amount} />
          <span className="w-full text-sm text-muted-foreground">
            {date} · by {actors(each)}
            {kind === "purchase" || kind === "topup" ? (
              <> · {cause(each)}</>
            ) : (
              reason !== null && <> · {reason}</>
            )}
            {back > 0 && <> · {money(back)} of it reversed</>}
          </span>
        </button>
      </li>
    );
  };
  return (
    <>
      {topup !== null && (
        <Part
          name="Topped up before"
          note="The wallet's last top-up before this. Only the order of movements in the wallet shows what a top-up paid for."
        >
          {row(topup)}
        </Part>
      )}
      <Part name="Related movements" label="Thread">
        {movements.map(row)}
      </Part>
      {steps.length > 0 && (
        <details className="text-sm">
          <summary className="min-h-12 cursor-pointer py-3 font-semibold text-muted-foreground md:min-h-9 md:py-2">
            Every step of the {steps[0]?.what.startsWith("order") === true ? "order" : "request"}
          </summary>
          <ol className="flex flex-col gap-1 text-muted-foreground">
            {steps.map((step) => (
              <li key={step.position}>
                {step.date} · {step.what} · by {step.actor} · {step.position}
              </li>
            ))}
          </ol>
        </details>
      )}
      {spent !== null && <Spent spent={spent} user={movements[0]?.userId ?? ""} row={row} onOpen={onOpen} />}
    </>
  );
}

type PartProps = { name: string; label?: string; note?: string; children: ReactNode };

function Part({ name, label = name, note, children }: PartProps) {
  return (
    <section aria-label={label} className="flex flex-col gap-2">
      <h3 className="font-bold">{name}</h3>
      {note !== undefined && <p className="text-sm text-muted-foreground">{note}</p>}
      <ol className="flex flex-col gap-1.5">{children}</ol>
    </section>
  );
}

interface SpentProps {
  spent: NonNullable<ThreadAnswer["spent"]>;
  user: string;
  row: (movement: AuditMovement) => ReactNode;
  onOpen: (position: number) => void;
}

function Spent({ spent: { after, before, purchases, isCut }, user, row, onOpen }: SpentProps) {
  return (
    <Part
      name="Purchases after it"
      note={`The wallet's purchases ${before === null ? "since this top-up" : "between this top-up and the next one"}, whatever the balance was before.`}
    >
      {purchases.length === 0 && <li className="text-sm text-muted-foreground">None.</li>}
      {purchases.map(row)}
      {isCut && <li className="text-sm text-muted-foreground">Only the first purchases are shown.</li>}
      <li className="flex flex-wrap gap-2">
        {purchases.length > 0 && (
          <ButtonLink
            to="/admin/audit"
            search={{
              user,
              kind: "purchase",
              after: String(after),
              ...(before !== null && { before: String(before) }),
            }}
          >
            Show in the list of movements
          </ButtonLink>
        )}
        {before !== null && (
          <Button variant="outline" size="sm" onClick={() => onOpen(before)}>
            The next top-up
          </Button>
        )}
      </li>
    </Part>
  );
}
