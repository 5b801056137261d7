import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch, useParams } from "@tanstack/react-router";
import type { AccountAnswer } from "#contract/users.ts";
import { dayOf, formatDateTime, formatDay } from "#contract/terms/dates.ts";
import { groupPhone } from "#contract/terms/phone.ts";
import { money } from "../../lib/money.ts";
import { useNow_ms } from "../../lib/now.ts";
import { Alert } from "../../ui/alert.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { Loading } from "../../ui/placeholders.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "../../ui/tabs.tsx";
import { WalletUpdate } from "../../topups/office/wallet-update.tsx";
import { accountQuery } from "../../office/account.query.ts";
import { AdminRights } from "../../users/office/admin-rights.tsx";
import { DeleteUser, AdminNote } from "../../users/office/delete-user.tsx";
import { SignInHelp, Sessions } from "../../users/office/sign-ins.tsx";
import { isSelf, LevelSelect, StatusSelect } from "../../users/office/change-user.tsx";
import { movementList } from "#contract/audit.ts";
import type { LiveEvent } from "#contract/live.ts";
import { orderList } from "#contract/order-list.ts";
import { topupList } from "#contract/topups.ts";
import { oneOf } from "../../lib/address.ts";
import { ButtonLink, TextLink } from "../../office/links.tsx";
import { walletColumns } from "../../books/office/audit-columns.tsx";
import { OpenMovement } from "../../books/office/audit-page.tsx";
import { topupColumns, topupLook } from "../../topups/office/topup-columns.tsx";
import { topupFreshness } from "../../topups/office/topups.query.ts";
import { ListPage, useListPage } from "../../office/list/list-page.tsx";
import { userOrderColumns } from "../../orders/office/admin-order-columns.tsx";
import { withListFields } from "../../orders/office/asked-orders.ts";
import { OrderSheet } from "../../orders/office/order-sheet.tsx";

export function UserPage() {
  const { id } = useParams({ from: "/admin/users/$id" });
  const { tab } = useSearch({ from: "/admin/users/$id" });
  const navigate = useNavigate({ from: "/admin/users/$id" });
  const shown = userTabs.find((each) => each === tab) ?? "orders";
  const query = useQuery(accountQuery(id));
  const { data: account } = query;
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
      <Loading of={query} what="This user could not be loaded." rows={2} height="h-40" />
      {account !== undefined && (
        <>
          {account.isDeleted && <Alert variant="warning">{deletedText(account)}</Alert>}
          {account.user.isAdmin && !account.isDeleted && !isSelf(account.user) && (
            <AdminNote user={account.user} />
          )}
          <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,1fr)_22rem]">
            <Profile account={account} />
            {!account.isDeleted && <WalletUpdate userId={id} />}
          </div>
          {/* As wide as the page, so that no column of an amount is cut off on a desk. */}
          <section aria-label="History">
            {/* Each tab has another list, so what was asked of one does not stay in the address. */}
            <Tabs
              value={shown}
              onValueChange={(chosen: string) =>
                void navigate({ search: { tab: chosen }, resetScroll: false })
              }
            >
              <TabsList aria-label="What to show">
                {userTabs.map((name) => (
                  <TabsTrigger key={name} value={name} className="capitalize">
                    {name}
                  </TabsTrigger>
                ))}
              </TabsList>
              <TabsContent value={shown} className="gap-2.5">
                {shown === "orders" && <UserOrders user={id} />}
                {shown === "requests" && <UserRequests user={id} />}
                {shown === "statement" && <UserStatement user={id} />}
                {shown === "sessions" && <Sessions user={id} />}
              </TabsContent>
            </Tabs>
          </section>
        </>
      )}
    </>
  );
}

function deletedText({ erasesAt, isErased }: AccountAnswer): string {
  const day = erasesAt === null ? "" : formatDay(dayOf(erasesAt));
  const data = isErased
    ? `Their personal data was erased on ${day}.`
    : `Their name, phone number, email and other personal data will be erased on ${day}.`;
  return `This user is deleted. ${data} Their history stays, without a name.`;
}

/** Everything that an admin has done today, also the orders and requests. */
function ActsToday({ id }: { id: string }) {
  const today = dayOf(new Date(useNow_ms()).toISOString());
  return (
    <Fact name="Acts">
      <TextLink to="/admin/audit/acts" search={{ actor: id, from: today, to: today }} className="md:min-h-0">
        Everything done today
      </TextLink>
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
            {isSelf(user) ? (
              <Fact name="Your own account">
                <span className="text-sm">Another admin has to change it</span>
              </Fact>
            ) : (
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

const userTabs = ["orders", "requests", "statement", "sessions"] as const;
const own = { tab: oneOf(userTabs) };

function UserOrders({ user }: { user: string }) {
  const page = useListPage(orderList, { merge: withListFields, given: { user }, own });
  const { opened, state } = page;
  return (
    <>
      <ListPage
        page={page}
        title="Orders"
        isSection
        columns={userOrderColumns}
        canOpen
        whenNew="This user has bought nothing yet."
      />
      {opened !== undefined && <OrderSheet order={opened} onClose={() => state.setOpen(undefined)} />}
    </>
  );
}

/** It is clear whose they are. */
const requestColumns = topupColumns.filter(({ id }) => id !== "user" && id !== "phone");

function UserRequests({ user }: { user: string }) {
  const page = useListPage(topupList, { ...topupFreshness, given: { user }, own });
  return (
    <ListPage
      page={page}
      title="Requests"
      isSection
      columns={requestColumns}
      whenNew="This user has not asked for a top-up yet."
      {...topupLook}
    />
  );
}

function UserStatement({ user }: { user: string }) {
  const outdatedBy = (event: LiveEvent) => event.event === "userUpdated" && event.data._id === user;
  const page = useListPage(movementList, { outdatedBy, isFirstOnly: true, given: { user }, own });
  return (
    <>
      <ListPage
        page={page}
        title="Wallet statement"
        isSection
        columns={walletColumns}
        canOpen
        rowHeights={["h-9", "h-24"]}
        whenNew="No money has moved in this wallet yet."
        actions={
          <ButtonLink to="/admin/audit" search={{ user }}>
            Search in the audit
          </ButtonLink>
        }
      />
      <OpenMovement state={page.state} />
    </>
  );
}
