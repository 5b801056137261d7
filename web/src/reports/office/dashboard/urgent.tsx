import { useQuery } from "@tanstack/react-query";
import {
  BanknoteArrowUp,
  Clock,
  DatabaseBackup,
  HandCoins,
  MessageSquareWarning,
  Scale,
  type LucideIcon,
} from "lucide-react";
import type { Dashboard } from "#contract/reports.ts";
import { formatDateTime } from "#contract/terms/dates.ts";
import { officeLimits } from "#contract/terms/office-limits.ts";
import { useNow_ms, ageText, minutesSince } from "../../../lib/now.ts";
import { booksQuery } from "../../../books/office/audit.query.ts";
import { booksText } from "../../../books/office/books-light.tsx";
import { withdrawalRulesQuery } from "../../../withdrawals/office/withdrawals.query.ts";
import { Link, type LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { cn } from "../../../lib/cn.ts";

/** What may need somebody now, each with its age or number and a link. A new shop has only what protects it. */
export function Urgent({ data, isNew }: { data: Dashboard | undefined; isNew: boolean }) {
  return (
    <section
      aria-label="Waiting"
      className="grid grid-cols-[repeat(auto-fit,minmax(min(9.5rem,100%),1fr))] gap-3.5 max-sm:[&>:last-child:nth-child(odd)]:col-span-full"
    >
      {!isNew && (
        <>
          <OldestOrder order={data?.oldestOrder} />
          <LateTopups topups={data?.lateTopups} />
          <FailedMessages messages={data?.failedMessages} />
          <WaitingWithdrawals />
        </>
      )}
      <Books />
      <Backups backups={data?.backups} />
    </section>
  );
}

function OldestOrder({ order }: { order: Dashboard["oldestOrder"] | undefined }) {
  const now_ms = useNow_ms();
  const isLate = order ? minutesSince(order.createdAt, now_ms) >= officeLimits.late_order_minutes : false;
  return (
    <Tile
      link={{ to: "/admin/orders", ...(order && { search: { open: order.id } }) }}
      title="Oldest order"
      Icon={Clock}
      isUrgent={isLate}
      figures={[
        order === null
          ? ["no order is pending", "–"]
          : [order ? `pending: order ${order.id}` : "pending", order && ageText(order.createdAt, now_ms)],
      ]}
    />
  );
}

function LateTopups({ topups }: { topups: Dashboard["lateTopups"] | undefined }) {
  const now_ms = useNow_ms();
  const oldest = topups?.oldest ? `, the oldest for ${ageText(topups.oldest.createdAt, now_ms)}` : "";
  return (
    <Tile
      link={{ to: "/admin/finance" }}
      title="Late top-ups"
      Icon={HandCoins}
      isUrgent={topups !== undefined && topups.count > 0}
      figures={[[`pending for over ${officeLimits.late_topup_minutes} min${oldest}`, topups?.count]]}
    />
  );
}

/** Only where users withdraw. */
function WaitingWithdrawals() {
  const now_ms = useNow_ms();
  const { data } = useQuery(withdrawalRulesQuery);
  if (data === undefined || (!data.rules.isOn && data.waiting.count === 0)) return null;
  const { count, oldest } = data.waiting;
  const since = oldest === null ? "" : `, the oldest for ${ageText(oldest, now_ms)}`;
  return (
    <Tile
      link={{ to: "/admin/payments", search: { show: "withdrawals" } }}
      title="Withdrawals"
      Icon={BanknoteArrowUp}
      isUrgent={count > 0}
      figures={[[`to approve${since}`, count]]}
    />
  );
}

/** The link leads to those of the most frequent state. */
function FailedMessages({ messages }: { messages: Dashboard["failedMessages"] | undefined }) {
  const failed = messages?.states.filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count);
  const [most] = failed ?? [];
  const names = failed?.map(({ state, count }) => `${count} ${state === "unsent" ? "not sent" : state}`);
  return (
    <Tile
      link={{
        to: "/admin/messages",
        ...(most && messages && { search: { state: most.state, from: messages.from } }),
      }}
      title="Failed messages"
      Icon={MessageSquareWarning}
      isUrgent={most !== undefined}
      figures={[
        [
          `since yesterday${names?.length ? `: ${names.join(", ")}` : ""}`,
          failed?.reduce((sum, { count }) => sum + count, 0),
        ],
      ]}
    />
  );
}

function Books() {
  const { data, isError } = useQuery(booksQuery);
  const state = isError ? "unknown" : data?.state;
  return (
    <Tile
      link={{ to: "/admin/audit/books" }}
      title="Books"
      Icon={Scale}
      isUrgent={state !== undefined && state !== "balanced"}
    >
      <span className={state === "balanced" ? "font-semibold text-success" : "font-semibold text-warning"}>
        {state === undefined ? "…" : booksText[state]}
      </span>
    </Tile>
  );
}

/** Quiet if the shop makes none by itself: perhaps somebody else does. */
function Backups({ backups }: { backups: Dashboard["backups"] | undefined }) {
  const now_ms = useNow_ms();
  return (
    <Tile
      link={
        backups === null
          ? { to: "/admin/open" }
          : { to: "/admin/audit/security", search: { kind: "backups too old" } }
      }
      title="Backups"
      Icon={DatabaseBackup}
      isUrgent={backups?.isOverdue === true}
    >
      {backups === null && "Not set up"}
      {backups === undefined && "…"}
      {backups && (
        <span className={backups.isOverdue ? "font-semibold text-destructive" : "font-semibold text-success"}>
          {backupText(backups, now_ms)}
        </span>
      )}
    </Tile>
  );
}

function backupText({ lastAt, isOverdue }: NonNullable<Dashboard["backups"]>, now_ms: number): string {
  if (lastAt === null) return isOverdue ? "There is no backup" : "The first one is being made";
  if (isOverdue) return `Overdue: the last one is of ${formatDateTime(lastAt)}`;
  return `The last one is ${ageText(lastAt, now_ms)} old`;
}

interface Props {
  link: Pick<LinkProps, "to" | "search">;
  title: string;
  Icon: LucideIcon;
  figures?: [name: string, figure: number | string | undefined][];
  /** Something to do now. */
  isUrgent?: boolean;
  children?: ReactNode;
}

/** A link with figures of the page that it leads to. */
export function Tile({ link, title, Icon, figures = [], isUrgent = false, children }: Props) {
  return (
    <Link
      {...link}
      className={cn(
        "flex min-h-28 min-w-0 flex-col justify-between gap-3 rounded-lg border border-border bg-card p-4 shadow-sm transition-colors duration-150 hover:border-primary",
        isUrgent && "border-warning",
      )}
    >
      <span className="flex items-center gap-2 font-bold">
        <Icon aria-hidden className={cn("size-5", isUrgent ? "text-warning" : "text-primary")} /> {title}
      </span>
      <span className="flex flex-wrap gap-x-6 gap-y-1 text-sm text-muted-foreground">
        {children}
        {figures.map(([name, figure]) => (
          <span key={name} className="min-w-0">
            <b className="block text-xl leading-tight font-bold wrap-anywhere text-foreground">
              {figure === undefined ? "…" : figure.toLocaleString("en")}
            </b>{" "}
            {name}
          </span>
        ))}
      </span>
    </Link>
  );
}
