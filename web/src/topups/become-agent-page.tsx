import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import type { TopupRecord } from "#contract/topups.ts";
import { limits } from "#contract/terms/limits.ts";
import { formatCedis } from "#contract/terms/money.ts";
import type { ProductRecord } from "#contract/products.ts";
import { useSession } from "../lib/session.ts";
import { Alert } from "../ui/alert.tsx";
import { buttonVariants, OnlineButton } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { EmptyState, Loading } from "../ui/placeholders.tsx";
import { PageTitle } from "../ui/page-title.tsx";
import { money } from "../lib/money.ts";
import { DataTable } from "../ui/data-table.tsx";
import { columnsOf } from "../ui/list-columns.tsx";
import { available, productsQuery } from "../products/products.query.ts";
import { myTopupsQuery } from "./my-topups.query.ts";
import { PaymentNotice } from "./payment-notice.tsx";
import { useMadeRequests } from "./topup-request.ts";
import { prefetch } from "../lib/query-client.ts";

const amount = limits.agent_request_amount;
const price = formatCedis(amount);
const purpose = "agent-upgrade";

export const loader = () => prefetch(productsQuery, myTopupsQuery);

/** What a Customer gets as an Agent, and the request for it. */
export function BecomeAgentPage() {
  const level = useSession()?.userLevel;
  return (
    <div className="mx-auto flex w-full max-w-xl flex-col gap-3.5">
      <PageTitle>Become Agent</PageTitle>
      {level === "Customer" ? (
        <>
          <p>Agents pay less for the same packages. This is what you pay now, and as an Agent:</p>
          <AgentPrices />
          <section aria-label="How it works" className="flex flex-col gap-2">
            <h2 className="text-lg font-bold">How it works</h2>
            <ol className="flex list-inside list-decimal flex-col gap-1.5">
              <li>You send {price} to the shop by mobile money.</li>
              <li>The shop checks your request and approves it.</li>
              <li>
                The {price} is in your wallet. It is your money: you can buy with it. From then on you see the
                Agent prices.
              </li>
            </ol>
            <p className="text-sm text-muted-foreground">
              Agents also get an API key, to buy with a program of their own.
            </p>
          </section>
          <Request />
        </>
      ) : (
        <EmptyState title={level === "Agent" ? "You are an Agent" : `Your account type is ${level ?? ""}`}>
          <Link to="/home" className={buttonVariants()}>
            Go Home
          </Link>
        </EmptyState>
      )}
    </div>
  );
}

/** The request, or the one that is waiting: there can be only one. */
function Request() {
  const isNoticeOpen = useSearch({ from: "/home/become-agent" }).notice === "agent";
  const navigate = useNavigate({ from: "/home/become-agent" });
  const query = useQuery(myTopupsQuery);
  const { data: topups, isPending, isError } = query;
  const requests = topups?.filter((topup) => topup.purpose === purpose) ?? [];
  const waiting = requests.find(({ status }) => status === "pending");
  const close = () => void navigate({ search: {}, replace: true });
  useMadeRequests(isNoticeOpen ? { purpose, amount } : undefined, close);
  // Otherwise the notice would open again as soon as the request is decided.
  const isMade = isNoticeOpen && waiting !== undefined;
  useEffect(() => {
    if (isMade) void navigate({ search: {}, replace: true });
  }, [isMade, navigate]);
  if (waiting !== undefined)
    return (
      <Alert role="status" className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="min-w-[min(12rem,100%)] flex-1">
          <b className="text-base">Your request is waiting</b>
          <br />
          Reference {waiting.rechargeId}. The shop checks it, and this page changes by itself.
        </p>
        <CopyButton value={waiting.rechargeId} what="reference" />
      </Alert>
    );
  return (
    <>
      <LastAnswer status={requests[0]?.status} />
      <Loading of={query} what="Your requests could not be loaded." />
      <OnlineButton
        size="lg"
        className="w-full"
        busy={isPending}
        disabled={isError}
        onClick={() => void navigate({ search: { notice: "agent" } })}
      >
        Pay {price}
      </OnlineButton>
      {isNoticeOpen && <PaymentNotice amount={amount} purpose={purpose} onClose={close} />}
    </>
  );
}

/** How the shop decided the last request. An admin can approve the payment without changing the level. */
function LastAnswer({ status }: { status: TopupRecord["status"] | undefined }) {
  if (status === "approved") {
    return (
      <Alert variant="info" role="status">
        Your last request was approved, and the money is in your wallet. If your account type does not change,
        please ask the shop before you pay again.
      </Alert>
    );
  }
  if (status === "declined") {
    return <Alert role="status">Your last request was declined. Your balance is unchanged.</Alert>;
  }
  return null;
}

/** What one package of each product costs a Customer and an Agent, side by side. */
function AgentPrices() {
  const query = useQuery(productsQuery);
  if (!query.isSuccess)
    return <Loading of={query} what="The prices could not be loaded." rows={6} height="h-9" />;
  const { data } = query;
  const rows = cheaperPackages(available(data.rows));
  if (rows.length === 0) return null;
  return <DataTable label="Prices" columns={columns} rows={rows} isAlwaysTable />;
}

const columns = columnsOf<ReturnType<typeof cheaperPackages>[number]>({
  package: {
    title: "Package",
    cell: ({ offer, network }) => (
      <>
        <span className="font-semibold">{offer}</span>{" "}
        <span className="text-muted-foreground">{network}</span>
      </>
    ),
    className: "whitespace-normal",
  },
  customer: { title: "Customer", cell: ({ priceCustomer }) => money(priceCustomer), isNumber: true },
  agent: {
    title: "Agent",
    cell: ({ priceAgent }) => money(priceAgent),
    isNumber: true,
    className: "font-bold text-primary",
  },
});

function cheaperPackages(products: readonly ProductRecord[]) {
  return products.flatMap(({ network, packages }) => {
    const cheaper = packages.find(({ priceAgent, priceCustomer }) => priceAgent < priceCustomer);
    return cheaper === undefined ? [] : [{ network, ...cheaper }];
  });
}
