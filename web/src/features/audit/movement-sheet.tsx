import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { AuditMovement, ThreadAnswer } from "#api/contract/audit.ts";
import { dayOf } from "#ledger/terms/dates.ts";
import { money } from "../../lib/money.ts";
import { Button, buttonLook } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { Failure } from "../../ui/failure.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { UserLink } from "../admin-users/user-link.tsx";
import { kindName } from "../statement/movement-text.ts";
import { Amount } from "../statement/movements.tsx";
import { threadQuery } from "./audit.query.ts";
import { CorrectThis } from "./correct-this.tsx";
import { cause } from "./movement-list.tsx";

interface Props {
  position: number;
  onOpen: (position: number | undefined) => void;
}

/** One movement, all that hangs together with it, and the way to correct it. */
export function MovementSheet({ position, onOpen }: Props) {
  const { data, error, refetch } = useQuery(threadQuery(position));
  const [isCorrecting, setCorrecting] = useState(false);
  const movement = data?.movements.find((each) => each.position === position);
  return (
    <Sheet title={`Movement ${position}`} onClose={() => onOpen(undefined)} className="sm:max-w-xl">
      {error !== null && (
        <Failure what="The movement could not be loaded." error={error} onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && <SkeletonRows count={6} className="h-10" />}
      {data !== undefined && movement !== undefined && (
        <>
          <MovementFacts movement={movement} />
          {isCorrecting ? (
            <CorrectThis movement={movement} thread={data.movements} onClose={() => setCorrecting(false)} />
          ) : (
            <div className="flex flex-wrap gap-2">
              <Button look="soft" size="small" onClick={() => setCorrecting(true)}>
                Correct this
              </Button>
              <Link
                to="/admin/audit/wallet"
                search={{ user: movement.userId, position: movement.position }}
                className={buttonLook({ look: "line", size: "small" })}
              >
                The wallet at this position
              </Link>
              {movement.kind === "topup" && <PaidAfter movement={movement} />}
              {movement.kind === "purchase" && <ToppedUpBefore movement={movement} />}
            </div>
          )}
          <Thread thread={data} position={position} onOpen={onOpen} />
        </>
      )}
    </Sheet>
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

/** Money has no name: what was bought after a top-up is what it may have paid for. */
function PaidAfter({ movement }: { movement: AuditMovement }) {
  return (
    <Link
      to="/admin/audit"
      search={{ user: movement.userId, kind: "purchase", from: dayOf(movement.createdAt) }}
      className={buttonLook({ look: "line", size: "small" })}
    >
      Purchases from that day on
    </Link>
  );
}

/** The way back: what may have paid for it, the latest first. */
function ToppedUpBefore({ movement }: { movement: AuditMovement }) {
  return (
    <Link
      to="/admin/audit"
      search={{ user: movement.userId, kind: "topup", trail: String(movement.position) }}
      className={buttonLook({ look: "line", size: "small" })}
    >
      Top-ups before it
    </Link>
  );
}

function Thread({ thread, position, onOpen }: { thread: ThreadAnswer } & Props) {
  return (
    <section aria-label="Thread" className="flex flex-col gap-2">
      <h3 className="font-bold">What hangs together</h3>
      <ol className="flex flex-col gap-1.5">
        {thread.movements.map((each) => (
          <li key={each._id}>
            <button
              type="button"
              aria-current={each.position === position ? "true" : undefined}
              className="flex min-h-12 w-full flex-wrap items-baseline justify-between gap-x-3 rounded-m border border-line px-3.5 py-2 text-left hover:bg-fill aria-[current]:border-accent aria-[current]:bg-accent-soft"
              onClick={() => onOpen(each.position)}
            >
              <span>
                <b>{kindName(each)}</b> <span className="text-s text-ink-2">{each.position}</span>
              </span>
              <Amount cedis={each.amount} />
              <span className="w-full text-s text-ink-2">
                {each.date} · by {each.actor}
                {each.reason !== null && <> · {each.reason}</>}
              </span>
            </button>
          </li>
        ))}
      </ol>
      {thread.steps.length > 0 && (
        <details className="text-s">
          <summary className="min-h-12 cursor-pointer py-3 font-semibold text-ink-2 md:min-h-9 md:py-2">
            Every step of the {thread.steps[0]?.what.startsWith("order") === true ? "order" : "request"}
          </summary>
          <ol className="flex flex-col gap-1 text-ink-2">
            {thread.steps.map((step) => (
              <li key={step.position}>
                {step.date} · {step.what} · by {step.actor} · {step.position}
              </li>
            ))}
          </ol>
        </details>
      )}
    </section>
  );
}
