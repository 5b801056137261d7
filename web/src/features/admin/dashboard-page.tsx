import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { HandCoins, ListOrdered, ScrollText } from "lucide-react";
import type { ReactNode } from "react";
import { buttonLook } from "../../ui/button.tsx";
import { Failure } from "../../ui/failure.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { countsQuery } from "./counts.query.ts";

const tileLook =
  "flex min-h-28 flex-col justify-between gap-3 rounded-m border border-line bg-card p-4 shadow-lift transition-colors duration-150 hover:border-accent";

/** The tiles, each with the work that waits behind it. */
export function DashboardPage() {
  const { data: counts, isError, error, refetch } = useQuery(countsQuery);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <PageTitle>Dashboard</PageTitle>
        <div className="flex flex-wrap gap-2">
          <Link to="/home" className={buttonLook({ look: "line", size: "small" })}>
            Go Home
          </Link>
          <Link to="/home/user-details" className={buttonLook({ look: "line", size: "small" })}>
            Go To User
          </Link>
        </div>
      </div>
      {isError && (
        <Failure what="The counts could not be loaded." error={error} onRetry={() => void refetch()} />
      )}
      <div className="grid grid-cols-[repeat(auto-fill,minmax(15rem,1fr))] gap-3.5">
        <Link to="/admin/orders" className={tileLook}>
          <TileHead title="Orders" icon={<ListOrdered aria-hidden className="size-5" />} />
          <Figures
            figures={[
              ["pending", counts?.pending],
              ["processing", counts?.processing],
            ]}
          />
        </Link>
        <Link to="/admin/finance" className={tileLook}>
          <TileHead title="Topups" icon={<HandCoins aria-hidden className="size-5" />} />
          <Figures figures={[["pending", counts?.recharges.pending]]} />
        </Link>
        <Link to="/admin/audit" className={tileLook}>
          <TileHead title="Audit" icon={<ScrollText aria-hidden className="size-5" />} />
          <span className="text-s text-ink-2">Every movement, every act, and the proof of it</span>
        </Link>
      </div>
    </>
  );
}

function TileHead({ title, icon }: { title: string; icon: ReactNode }) {
  return (
    <span className="flex items-center gap-2 font-bold">
      <span className="text-accent">{icon}</span> {title}
    </span>
  );
}

function Figures({ figures }: { figures: [name: string, count: number | undefined][] }) {
  return (
    <span className="flex flex-wrap gap-x-6 gap-y-1">
      {figures.map(([name, count]) => (
        <span key={name} className="text-s text-ink-2">
          <b className="block text-[1.75rem] leading-tight font-bold text-ink">{count ?? "…"}</b> {name}
        </span>
      ))}
    </span>
  );
}
