import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { AccountAnswer } from "#api/contract/users.ts";
import { dayOf, formatDateTime, formatDay } from "#ledger/terms/dates.ts";
import { groupPhone } from "#ledger/terms/phone.ts";
import { defined } from "../../lib/address.ts";
import { money } from "../../lib/money.ts";
import { useNow_ms } from "../../lib/now.ts";
import { Alert } from "../../ui/alert.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { Failure } from "../../ui/failure.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "../../ui/tabs.tsx";
import { WalletUpdate } from "../finance/wallet-update.tsx";
import { accountQuery } from "./account.query.ts";
import { AdminRights } from "./admin-rights.tsx";
import { DeleteUser } from "./delete-user.tsx";
import { SignInHelp } from "./sign-in-help.tsx";
import { UserOrders, UserRequests, UserStatement } from "./user-rows.tsx";
import { Sessions } from "./sessions.tsx";
import { AdminNote } from "./stop-admin.tsx";
import { isSelf, LevelSelect, StatusSelect } from "./user-selects.tsx";
import { type UserTab, userTabs } from "../../routes/-admin-search.ts";

export interface UserSearch {
  tab?: UserTab;
  size?: number;
  trail?: string;
}

/** One user's page: profile, actions and history. */
export function UserPage({ id, ...search }: UserSearch & { id: string }) {
  const { data: account, isError, error, refetch } = useQuery(accountQuery(id));
  return (
    <>
      <p className="text-sm">
        <Link
          to="/admin/users"
          className="inline-flex min-h-12 items-center font-semibold text-primary md:min-h-0"
        >
          ← Users
        </Link>
      </p>
      <PageTitle>{account?.user.username ?? "…"}</PageTitle>
      {isError && (
        <Failure what="This user could not be loaded." error={error} onRetry={() => void refetch()} />
      )}
      {account === undefined && !isError && <SkeletonRows count={2} className="h-40" />}
      {account !== undefined && (
        <>
          {account.isDeleted && <Deleted account={account} />}
          {account.user.isAdmin && !account.isDeleted && !isSelf(account.user) && (
            <AdminNote user={account.user} />
          )}
          <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,1fr)_22rem]">
            <Profile account={account} />
            {!account.isDeleted && <WalletUpdate userId={id} />}
          </div>
          {/* As wide as the page, so that no column of an amount is cut off on a desk. */}
          <History id={id} {...search} />
        </>
      )}
    </>
  );
}

function Deleted({ account: { erasesAt, isErased } }: { account: AccountAnswer }) {
  const day = erasesAt === null ? "" : formatDay(dayOf(erasesAt));
  return (
    <Alert variant="warning">
      {isErased
        ? `This user is deleted. Their personal data was erased on ${day}. Their history stays, without a name.`
        : `This user is deleted. Their name, phone number, email and other personal data will be erased on ${day}. Their history stays, without a name.`}
    </Alert>
  );
}

/** Everything that an admin has done today, also the orders and requests. */
function ActsToday({ id }: { id: string }) {
  const today = dayOf(new Date(useNow_ms()).toISOString());
  return (
    <Fact name="Acts">
      <Link
        to="/admin/audit/acts"
        search={{ actor: id, from: today, to: today }}
        className="inline-flex min-h-12 items-center text-primary underline underline-offset-3 md:min-h-0"
      >
        Everything done today
      </Link>
    </Fact>
  );
}

function Profile({ account }: { account: AccountAnswer }) {
  const { user } = account;
  const navigate = useNavigate();
  const name = `${user.firstName} ${user.lastName}`.trim();
  return (
    <Card role="region" aria-label="Profile" className="grid grid-cols-1 gap-x-8 md:grid-cols-2">
      <Facts>
        <Fact name="Balance">
          <span className="text-xl">{money(user.balance)}</span>
        </Fact>
        {!account.isErased && (
          <>
            <Fact name="Phone">
              {groupPhone(user.phone)}
              <ProofBadge at={account.phoneProvedAt} />
            </Fact>
            <Fact name="Email">
              <span className="break-all">{user.email}</span>
              <ProofBadge at={account.emailProvedAt} />
            </Fact>
          </>
        )}
        {name !== "" && <Fact name="Name">{name}</Fact>}
      </Facts>
      <Facts>
        {user.isAdmin && <ActsToday id={user._id} />}
        {!account.isDeleted && (
          <>
            <Fact name="Level">
              <LevelSelect user={user} />
            </Fact>
            <Fact name="Status">
              <StatusSelect user={user} />
            </Fact>
            {isSelf(user) && (
              <Fact name="Your own account">
                <span className="text-sm">Another admin has to change it</span>
              </Fact>
            )}
            {!isSelf(user) && (
              <Fact name="Cannot sign in">
                <SignInHelp user={user} />
              </Fact>
            )}
            {!isSelf(user) && (user.isAdmin || user.status === "Active") && (
              <Fact name="Admin rights">
                <AdminRights user={user} />
              </Fact>
            )}
          </>
        )}
        <Fact name="Registered">{formatDateTime(account.registeredAt)}</Fact>
        {account.apiKeyUsedAt !== null && (
          <Fact name="API key last used">{formatDateTime(account.apiKeyUsedAt)}</Fact>
        )}
        <Fact name="ID">
          <span className="text-xs font-medium break-all">{user._id}</span>
        </Fact>
        {!account.isDeleted && (
          <Fact name="Account">
            <DeleteUser user={user} onDone={() => void navigate({ to: "/admin/users" })} />
          </Fact>
        )}
      </Facts>
    </Card>
  );
}

/** Whether the user has proved that it is theirs. */
function ProofBadge({ at }: { at: string | null }) {
  return <Badge variant={at === null ? "warning" : "success"}>{at === null ? "Not proved" : "Proved"}</Badge>;
}

function History({ id, tab = "orders", size, trail }: UserSearch & { id: string }) {
  const navigate = useNavigate({ from: "/admin/users/$id" });
  const go = (change: { [Key in keyof UserSearch]: UserSearch[Key] | undefined }) =>
    void navigate({ search: (old) => defined({ ...old, trail: undefined, ...change }), resetScroll: false });
  const list = { user: id, onGo: go, ...defined({ size, trail }) };
  const shown: Record<UserTab, ReactNode> = {
    orders: <UserOrders {...list} />,
    requests: <UserRequests {...list} />,
    statement: <UserStatement {...list} />,
    sessions: <Sessions user={id} />,
  };
  return (
    <section aria-label="History">
      <Tabs value={tab} onValueChange={(chosen) => go({ tab: chosen as UserTab, size: undefined })}>
        <TabsList aria-label="What to show">
          {userTabs.map((each) => (
            <TabsTrigger key={each} value={each} className="capitalize">
              {each}
            </TabsTrigger>
          ))}
        </TabsList>
        {userTabs.map((each) => (
          <TabsContent key={each} value={each} className="gap-2.5">
            {shown[each]}
          </TabsContent>
        ))}
      </Tabs>
    </section>
  );
}
