import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ComponentProps } from "react";
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
import type { Dashboard } from "#contract/reports.ts";
import type { ProductStatus } from "#contract/terms/statuses.ts";
import { dayOf } from "#contract/terms/dates.ts";
import { useNow_ms, ageText } from "../../lib/now.ts";
import { money } from "../../lib/money.ts";
import { ButtonLink, TextLink } from "../../office/links.tsx";
import { Loading } from "../../ui/placeholders.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { secondFactorQuery } from "../../users/users.query.ts";
import { approvalsQuery, waitingIn } from "../../office/approvals.query.ts";
import { productsQuery } from "../../products/products.query.ts";
import { aloneQuery } from "../../books/office/audit.query.ts";
import { dashboardQuery } from "./reports.query.ts";
import { Tile, Urgent } from "./dashboard/urgent.tsx";
import { LastDays, CompletedToday, NetworksToday } from "./dashboard/recent-sales.tsx";
import { noticeQuery } from "../../live/notice.query.ts";
import { countsQuery, isNewShop } from "../../live/counts.query.ts";
import { Card } from "../../ui/card.tsx";
import { type ActsInARow, actsInARow } from "./dashboard/figures.ts";

/** What may need somebody now first, then today's business, then the tiles of all pages. */
export function DashboardPage() {
  const query = useQuery(dashboardQuery);
  const { data: counts } = useQuery(countsQuery);
  const isNew = counts !== undefined && isNewShop(counts);
  const { data } = query;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <PageTitle>Dashboard</PageTitle>
        <div className="flex flex-wrap gap-2">
          <ButtonLink to="/home">Go Home</ButtonLink>
          <ButtonLink to="/admin/user-details">Go To User</ButtonLink>
        </div>
      </div>
      <Loading of={query} what="The figures could not be loaded." />
      {isNew && <NewShop />}
      <Urgent data={data} isNew={isNew} />
      {!isNew && (
        <div className="grid grid-cols-1 gap-3.5 lg:grid-cols-2 [&>*]:min-w-0">
          <div className="flex flex-col gap-3.5">
            <CompletedToday data={data} />
            <Colleagues data={data} />
          </div>
          <NetworksToday data={data} />
        </div>
      )}
      {!isNew && <LastDays />}
      <section aria-label="Pages" className="flex flex-wrap gap-3.5 [&>*]:grow [&>*]:basis-68">
        <FigureTiles data={data} isNew={isNew} />
        <Tile link={{ to: "/admin/extras" }} title="Other Info" Icon={Info}>
          Notice, payment details, support links
        </Tile>
        <Tile link={{ to: "/admin/messages" }} title="Messages" Icon={MessageSquare}>
          SMS and emails, and their texts
        </Tile>
        <Tile link={{ to: "/admin/audit" }} title="Audit" Icon={ScrollText}>
          Every movement and every act, with proof
        </Tile>
        <AloneTile />
        <FactorTile />
      </section>
    </>
  );
}

/** In place of figures that are all zero. */
function NewShop() {
  const { data: products } = useQuery(productsQuery);
  const { data: notice } = useQuery(noticeQuery);
  const sells = products?.rows.some(({ status, packages }) => status === "available" && packages.length > 0);
  const next =
    sells === false
      ? "Say what you sell."
      : notice?.momoPhoneNumber === ""
        ? "Say where customers pay."
        : "Share your shop’s address with your customers.";
  return (
    <Card role="region" aria-label="Next step" className="flex flex-wrap items-center gap-3.5 p-5">
      <div className="min-w-[min(16rem,100%)] flex-1">
        <h2 className="text-lg font-bold">Nothing was sold yet</h2>
        <p className="text-muted-foreground">Next: {next} Figures appear here with the first order.</p>
      </div>
      <ButtonLink to="/admin/open" variant="default" size="default">
        Open your shop
      </ButtonLink>
    </Card>
  );
}

/** Recommends the second factor until it is required. */
function FactorTile() {
  const { data } = useQuery(secondFactorQuery);
  if (data?.isRequiredForAdmins !== false) return null;
  return (
    <Tile link={{ to: "/admin/extras" }} title="Second factor" Icon={ShieldCheck}>
      <span className="w-full font-semibold text-warning">Recommended: require it of all admins</span>
    </Tile>
  );
}

/** What admins moved today without a second one. */
function AloneTile() {
  const today = dayOf(new Date(useNow_ms()).toISOString());
  const { data } = useQuery(aloneQuery({ from: today, to: today }));
  const { data: approvals } = useQuery(approvalsQuery);
  const isQuiet = data?.length === 0;
  const isOpen = approvals?.isBinding && (approvals.limit === null || approvals.topupLimit === null);
  return (
    <Tile
      link={{ to: isOpen ? "/admin/extras" : "/admin/audit/alone" }}
      title="Done alone today"
      Icon={UserRound}
      figures={
        isQuiet
          ? []
          : [
              ["acts", data?.reduce((sum, { count }) => sum + count, 0)],
              ["worth", data && money(data.reduce((sum, { amount }) => sum + amount, 0))],
            ]
      }
    >
      {isQuiet && !isOpen && "Nothing yet"}
      {isOpen && (
        <span className="w-full font-semibold text-warning">
          The shop has two admins: set the amounts above which it takes both
        </span>
      )}
    </Tile>
  );
}

/** In a new shop they say what will be there, in place of zeros. */
function FigureTiles({ data, isNew }: { data: Dashboard | undefined; isNew: boolean }) {
  const query = useQuery(countsQuery);
  const { data: counts } = query;
  const { data: approvals } = useQuery(approvalsQuery);
  const { data: products } = useQuery(productsQuery);
  const count = (wanted: ProductStatus) => products?.rows.filter(({ status }) => status === wanted).length;
  const shown = (about: string, figures: NonNullable<ComponentProps<typeof Tile>["figures"]>) =>
    isNew ? { children: about } : { figures };
  return (
    <>
      <Loading of={query} what="The counts could not be loaded." />
      <Tile
        link={{ to: "/admin/orders" }}
        title="Orders"
        Icon={ListOrdered}
        {...shown("What customers buy, to deliver or to follow", [
          ["pending", counts?.pending],
          ["processing", counts?.processing],
        ])}
      />
      <Tile
        link={{ to: "/admin/finance" }}
        title="Topups"
        Icon={HandCoins}
        {...shown("Money that customers bring, to approve", [
          ["pending", counts?.recharges.pending],
          ["for a second admin", approvals && waitingIn(approvals).length],
        ])}
      />
      <Tile
        link={{ to: "/admin/statistics" }}
        title="Summary"
        Icon={ChartColumn}
        {...shown("What was sold and earned", [
          ["orders today", data?.placed.count],
          ["worth", data && money(data.placed.value)],
        ])}
      />
      <Tile
        link={{ to: "/admin/products" }}
        title="Products"
        Icon={Package}
        {...shown("What you sell, and for how much", [
          ["available", count("available")],
          ["out of stock", count("out of stock")],
        ])}
      />
      <Tile
        link={{ to: "/admin/users" }}
        title="Users"
        Icon={Users}
        {...shown("Customers, agents and admins", [
          ["registered", data?.users],
          ["in wallets", data && money(data.funds)],
        ])}
      />
    </>
  );
}

const lines_shown = 5;

/** What other admins did last, or an only admin, equal acts in a row as one line. */
function Colleagues({ data }: { data: Dashboard | undefined }) {
  const rows = data && actsInARow(data.acts).slice(0, lines_shown);
  const title = data?.actsAreOwn ? "What you did last" : "What colleagues did last";
  return (
    <Card role="group" aria-label={title} className="flex grow flex-col gap-1 p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="font-bold">{title}</h2>
        <TextLink to="/admin/audit/acts" className="text-sm md:min-h-0">
          All acts
        </TextLink>
      </div>
      {rows?.length === 0 && (
        <p className="text-sm text-muted-foreground">No other admin has done anything yet.</p>
      )}
      <ul className="flex flex-col divide-y divide-border">
        {rows?.map((row) => (
          <Line key={row.last._id} row={row} />
        ))}
      </ul>
    </Card>
  );
}

function Line({ row: { last, count } }: { row: ActsInARow }) {
  const now_ms = useNow_ms();
  const about = [last.user ?? last.product, last.changes[0]?.what].filter(Boolean).join(" · ");
  return (
    <li>
      <Link
        to="/admin/audit/acts"
        search={{ actor: last.actorId, kind: last.kind }}
        className="flex min-h-12 flex-wrap items-center gap-x-3 py-1.5 hover:underline"
      >
        <span className="min-w-0 flex-1">
          <b>{last.actor}</b> · {last.kind}
          {count > 1 && ` × ${count}`}
          <span className="block truncate text-sm text-muted-foreground">{about}</span>
        </span>
        <time dateTime={last.createdAt} title={last.date} className="text-sm text-muted-foreground">
          {ageText(last.createdAt, now_ms)} ago
        </time>
      </Link>
    </li>
  );
}
