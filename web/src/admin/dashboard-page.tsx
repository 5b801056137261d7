import { useQuery } from "@tanstack/react-query";
import { Link, type LinkProps } from "@tanstack/react-router";
import {
  ChartColumn,
  HandCoins,
  Info,
  ListOrdered,
  MessageSquare,
  Package,
  ScrollText,
  ShieldCheck,
  UserRound,
  Users,
} from "lucide-react";
import type { ReactNode } from "react";
import type { ProductStatus } from "#ledger/terms/statuses.ts";
import { dayOf } from "#ledger/terms/dates.ts";
import { useNow_ms } from "../lib/now.ts";
import { money } from "../lib/money.ts";
import { buttonVariants } from "../ui/button.tsx";
import { Failure } from "../ui/failure.tsx";
import { PageTitle } from "../ui/page-title.tsx";
import { secondFactorQuery } from "../app/account/second-factor.query.ts";
import { approvalsQuery, waitingIn } from "./approvals/approvals.query.ts";
import { productsQuery } from "../app/catalogue/products.query.ts";
import { aloneQuery } from "./audit/audit.query.ts";
import { statisticsQuery } from "./statistics/statistics.query.ts";
import { registeredQuery } from "../app/account/users.query.ts";
import { countsQuery } from "./counts.query.ts";

/** The tiles of the back office, each with its open work or today's figures. */
export function DashboardPage() {
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <PageTitle>Dashboard</PageTitle>
        <div className="flex flex-wrap gap-2">
          <Link to="/home" className={buttonVariants({ variant: "outline", size: "sm" })}>
            Go Home
          </Link>
          <Link to="/admin/user-details" className={buttonVariants({ variant: "outline", size: "sm" })}>
            Go To User
          </Link>
        </div>
      </div>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(15rem,100%),1fr))] gap-3.5">
        <WorkTiles />
        <ShopTiles />
        <Tile to="/admin/extras" title="Other Info" icon={<Info aria-hidden className="size-5" />}>
          Notice, payment details, support links
        </Tile>
        <Tile to="/admin/messages" title="Messages" icon={<MessageSquare aria-hidden className="size-5" />}>
          SMS and emails, and their texts
        </Tile>
        <Tile to="/admin/audit" title="Audit" icon={<ScrollText aria-hidden className="size-5" />}>
          Every movement and every act, with proof
        </Tile>
        <AloneTile />
        <FactorTile />
      </div>
    </>
  );
}

/** Recommends the second factor until it is required. */
function FactorTile() {
  const { data } = useQuery(secondFactorQuery);
  if (data?.isRequiredForAdmins !== false) return null;
  return (
    <Tile to="/admin/extras" title="Second factor" icon={<ShieldCheck aria-hidden className="size-5" />}>
      <span className="w-full font-semibold text-warning">Recommended: require it of all admins</span>
    </Tile>
  );
}

/** What admins moved today without a second one. */
function AloneTile() {
  const today = dayOf(new Date(useNow_ms()).toISOString());
  const { data } = useQuery(aloneQuery({ from: today, to: today }));
  const { data: approvals } = useQuery(approvalsQuery);
  const isOpen = approvals?.isBinding && (approvals.limit === null || approvals.topupLimit === null);
  return (
    <Tile
      to={isOpen ? "/admin/extras" : "/admin/audit/alone"}
      title="Done alone today"
      icon={<UserRound aria-hidden className="size-5" />}
      figures={[
        ["acts", data?.reduce((sum, { count }) => sum + count, 0)],
        ["worth", data && money(data.reduce((sum, { amount }) => sum + amount, 0))],
      ]}
    >
      {isOpen && (
        <span className="w-full font-semibold text-warning">
          The shop has two admins: set the amounts above which it takes both
        </span>
      )}
    </Tile>
  );
}

function WorkTiles() {
  const { data: counts, isError, error, refetch } = useQuery(countsQuery);
  const { data: statistics } = useQuery(statisticsQuery);
  const { data: approvals } = useQuery(approvalsQuery);
  const today = statistics?.periods.find(({ name }) => name === "today");
  return (
    <>
      {isError && (
        <Failure what="The counts could not be loaded." error={error} onRetry={() => void refetch()} />
      )}
      <Tile
        to="/admin/orders"
        title="Orders"
        icon={<ListOrdered aria-hidden className="size-5" />}
        figures={[
          ["pending", counts?.pending],
          ["processing", counts?.processing],
        ]}
      />
      <Tile
        to="/admin/finance"
        title="Topups"
        icon={<HandCoins aria-hidden className="size-5" />}
        figures={[
          ["pending", counts?.recharges.pending],
          ["for a second admin", approvals && waitingIn(approvals).length],
        ]}
      />
      <Tile
        to="/admin/statistics"
        title="Summary"
        icon={<ChartColumn aria-hidden className="size-5" />}
        figures={[
          ["orders today", today?.all.count],
          ["worth", today && money(today.all.value)],
        ]}
      />
    </>
  );
}

function ShopTiles() {
  const { data: products } = useQuery(productsQuery);
  const { data: statistics } = useQuery(statisticsQuery);
  const { data: users } = useQuery(registeredQuery);
  const count = (wanted: ProductStatus) => products?.rows.filter(({ status }) => status === wanted).length;
  return (
    <>
      <Tile
        to="/admin/products"
        title="Products"
        icon={<Package aria-hidden className="size-5" />}
        figures={[
          ["available", count("available")],
          ["out of stock", count("out of stock")],
        ]}
      />
      <Tile
        to="/admin/users"
        title="Users"
        icon={<Users aria-hidden className="size-5" />}
        figures={[
          ["registered", users],
          ["in wallets", statistics && money(statistics.funds)],
        ]}
      />
    </>
  );
}

function Tile({
  to,
  title,
  icon,
  figures = [],
  children,
}: {
  to: NonNullable<LinkProps["to"]>;
  title: string;
  icon: ReactNode;
  figures?: [name: string, figure: number | string | undefined][];
  children?: ReactNode;
}) {
  return (
    <Link
      to={to}
      className="flex min-h-28 flex-col justify-between gap-3 rounded-lg border border-border bg-card p-4 shadow-sm transition-colors duration-150 hover:border-primary"
    >
      <span className="flex items-center gap-2 font-bold">
        <span className="text-primary">{icon}</span> {title}
      </span>
      <span className="flex flex-wrap gap-x-6 gap-y-1 text-sm text-muted-foreground">
        {children}
        {figures.map(([name, figure]) => (
          <span key={name}>
            <b className="block text-xl leading-tight font-bold text-foreground">
              {figure === undefined ? "…" : figure.toLocaleString("en")}
            </b>{" "}
            {name}
          </span>
        ))}
      </span>
    </Link>
  );
}
