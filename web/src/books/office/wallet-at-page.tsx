import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { useSearchChange } from "../../lib/search-change.ts";
import { defined } from "../../lib/address.ts";
import { money } from "../../lib/money.ts";
import { ButtonLink, TextLink } from "../../office/links.tsx";
import { Card } from "../../ui/card.tsx";
import { DownloadButton } from "../../ui/file-buttons.tsx";
import { EmptyState, Loading } from "../../ui/placeholders.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { kindName, Amount } from "../movement-text.tsx";
import { AuditTabs } from "./audit-tabs.tsx";
import { walletAtQuery } from "../../office/account.query.ts";
import { NumberFilter } from "../../office/list/list-filters.tsx";
import { MomentField } from "../../ui/day-field.tsx";
import { cause } from "./audit-columns.tsx";
import { UserFilter } from "../../office/user-combobox.tsx";

/** Shows the balance of a wallet at any time, and its last movement. */
export function WalletAtPage() {
  const search = useSearch({ from: "/admin/audit/wallet" });
  const { user, at, position } = search;
  const go = useSearchChange<typeof search>();
  return (
    <>
      <PageTitle>Wallet at a time</PageTitle>
      <AuditTabs />
      <search aria-label="Wallet" className="grid grid-cols-1 items-start gap-3 md:grid-cols-3">
        <UserFilter label="User" value={user} onChange={(id) => go({ user: id })} />
        <MomentField
          label="Just before (UTC)"
          value={at}
          onMoment={(moment) => go({ at: moment, position: undefined })}
        />
        <NumberFilter
          label="Or after position"
          value={position?.toString()}
          onChange={(typed) => go({ position: Number(typed) || undefined, at: undefined })}
        />
      </search>
      {user === undefined ? (
        <EmptyState title="Choose a user">
          Their wallet is shown as of now, or as of the moment you enter.
        </EmptyState>
      ) : (
        <Found user={user} when={defined({ at: at && `${at}Z`, position })} />
      )}
    </>
  );
}

function Found({ user, when }: { user: string; when: Parameters<typeof walletAtQuery>[1] & object }) {
  const query = useQuery(walletAtQuery(user, when));
  if (!query.isSuccess)
    return <Loading of={query} what="The wallet could not be loaded." rows={1} height="h-48" />;
  const { data } = query;
  const { movement } = data;
  const isNow = Object.keys(when).length === 0;
  return (
    <>
      <Card role="region" aria-label={`The wallet of ${data.user}`}>
        <p className="text-sm text-muted-foreground">
          {data.user} held {isNow ? "now" : "then"}, after position {data.position}
        </p>
        <p className="text-2xl font-bold wrap-anywhere">{money(data.balance)}</p>
        {movement === null ? (
          <p className="text-sm text-muted-foreground">No movements until then.</p>
        ) : (
          <Facts>
            <Fact name="Last movement">
              <TextLink to="/admin/audit" search={{ user, open: movement.position }}>
                {kindName(movement)} {movement.position}
              </TextLink>
            </Fact>
            <Fact name="Amount">
              <Amount cedis={movement.amount} />
            </Fact>
            <Fact name="Cause">{cause(movement)}</Fact>
            <Fact name="Time (UTC)">{movement.date}</Fact>
          </Facts>
        )}
      </Card>
      <div className="flex flex-wrap gap-2">
        <ButtonLink to="/admin/audit" search={{ user }}>
          All movements of {data.user}
        </ButtonLink>
        <DownloadButton path="/audit/statement.ndjson" name="statement.ndjson" filter={{ user }}>
          Verifiable statement
        </DownloadButton>
      </div>
    </>
  );
}
