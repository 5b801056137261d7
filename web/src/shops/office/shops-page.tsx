import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import {
  type ShopRecord,
  shopList,
  type ShopReport,
  type ShopRulesRecord,
  shopRulesBody,
} from "#contract/shops.ts";
import { reasonBody } from "#contract/fields.ts";
import { formatDateTime } from "#contract/terms/dates.ts";
import { type FeeBearer, shopRoute } from "#contract/terms/shops.ts";
import { put } from "../../lib/api.ts";
import { useCommand } from "../../lib/command.ts";
import { money } from "../../lib/money.ts";
import { countText } from "../../lib/count-text.ts";
import { notify } from "../../lib/notifications.ts";
import { getQuery, queryClient } from "../../lib/query-client.ts";
import { UserLink } from "../../office/links.tsx";
import { ListPage, useListPage } from "../../office/list/list-page.tsx";
import { ReasonField } from "../../office/reason-field.tsx";
import { type Setting, SettingForm } from "../../settings/office/setting-form.tsx";
import { StatusBadge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { TextField } from "../../ui/field.tsx";
import { ErrorAlert, useForm } from "../../ui/form.tsx";
import { actsColumn, type Columns, listColumns } from "../../ui/list-columns.tsx";
import { onOff, SelectField } from "../../ui/native-select.tsx";
import { Loading } from "../../ui/placeholders.tsx";
import { ResponsiveDialog } from "../../ui/responsive-dialog.tsx";

/** Agents' shops: what applies to all of them, and which are there. */
export function ShopsPage() {
  const page = useListPage(shopList);
  return (
    <>
      <ListPage
        page={page}
        title="Shops of agents"
        columns={columns}
        whenNew="No agent has opened a shop yet."
        rowHeights={["h-12", "h-28"]}
      />
      <Rules />
    </>
  );
}

const columns: Columns<ShopRecord> = [
  ...listColumns(shopList, {
    title: {
      cell: ({ title, name }) => (
        <>
          {title}{" "}
          <a
            className="text-sm text-primary underline"
            href={`${shopRoute}/${name}`}
            target="_blank"
            rel="noreferrer"
          >
            {name}
          </a>
        </>
      ),
    },
    agent: { cell: ({ agent }) => <UserLink id={agent._id} name={agent.username} /> },
    offers: { isNumber: true, card: { more: ({ offers }) => countText(offers, "package") } },
    monthOrders: {
      isNumber: true,
      card: { more: ({ monthOrders }) => `${countText(monthOrders, "order")} this month` },
    },
    monthEarned: { card: { more: ({ monthEarned }) => `${money(monthEarned)} margins` } },
    state: { cell: ({ state }) => <StatusBadge status={state} /> },
  }),
  actsColumn<ShopRecord>((row) => <Acts row={row} />),
];

function Acts({ row }: { row: ShopRecord }) {
  const [open, setOpen] = useState<"reports" | "close">();
  const close = () => setOpen(undefined);
  return (
    <span className="inline-flex flex-wrap justify-end gap-1">
      {row.reports > 0 && (
        <Button variant={row.newReports > 0 ? "soft" : "ghost"} size="sm" onClick={() => setOpen("reports")}>
          {row.newReports > 0 ? countText(row.newReports, "new report") : countText(row.reports, "report")}
        </Button>
      )}
      <Button variant="outline" size="sm" onClick={() => setOpen("close")}>
        {row.state === "closed" ? "Reopen" : "Close"}
      </Button>
      {open === "reports" && <Reports row={row} onClose={close} />}
      {open === "close" && <CloseShop row={row} onClose={close} />}
    </span>
  );
}

interface DialogProps {
  row: ShopRecord;
  onClose: () => void;
}

function CloseShop({ row: { title, agent, state, closedBecause }, onClose }: DialogProps) {
  const isClosed = state === "closed";
  const form = useForm({
    initial: { reason: "" },
    schema: reasonBody,
    send: (body, send) =>
      send<{ message: string }>({
        method: "PUT",
        path: `/shops/${agent._id}/${isClosed ? "reopen" : "close"}`,
        body,
      }),
    onDone: ({ message }) => {
      notify(message, "success");
      onClose();
      void queryClient.invalidateQueries({ queryKey: [shopList.name] });
    },
  });
  return (
    <Confirm
      title={isClosed ? `Let ${title} sell again?` : `Close ${title}?`}
      confirm={isClosed ? "Yes, reopen" : "Yes, close"}
      variant={isClosed ? "default" : "destructive"}
      busy={form.isBusy}
      onConfirm={form.submit}
      onClose={onClose}
    >
      <p className="text-sm text-muted-foreground">
        {isClosed
          ? `Closed because: ${closedBecause ?? ""}`
          : "Strangers see no shop at its link, and nothing is sold there. The agent reads the reason."}
      </p>
      <ReasonField {...form.field("reason")} />
      <ErrorAlert error={form.error} />
    </Confirm>
  );
}

function Reports({ row: { title, agent, newReports }, onClose }: DialogProps) {
  const path = `/shops/${agent._id}/reports`;
  const query = useQuery(getQuery<ShopReport[]>(["shop reports", agent._id], path));
  const see = useCommand({
    send: () => put<ShopReport[]>(path, {}),
    onDone: () => {
      onClose();
      void queryClient.invalidateQueries({ queryKey: [shopList.name] });
      void queryClient.invalidateQueries({ queryKey: ["shop reports", agent._id] });
    },
  });
  return (
    <ResponsiveDialog title={`Reports about ${title}`} onClose={onClose}>
      <Loading of={query} what="The reports could not be loaded." />
      <ul className="divide-y divide-border">
        {query.data?.map(({ _id, kind, said, reportedAt, isNew }) => (
          <li key={_id} className="py-2 wrap-anywhere">
            <b>{kind}</b>
            {isNew && " · new"}
            {said !== "" && <span className="block">{said}</span>}
            <span className="block text-sm text-muted-foreground">{formatDateTime(reportedAt)}</span>
          </li>
        ))}
      </ul>
      {newReports > 0 && (
        <Button className="w-full" busy={see.isBusy} onClick={() => see.send()}>
          I have looked at them
        </Button>
      )}
    </ResponsiveDialog>
  );
}

const rulesQuery = getQuery<ShopRulesRecord>(["shop rules"], "/extra/shops", {
  outdatedBy: ({ event }) => event === "noticeUpdated",
});

const rulesSetting: Setting<keyof ShopRulesRecord> = {
  title: "Rules for shops",
  about: "They apply to all shops of agents.",
  path: "/extra/shops",
  act: "rules for shops",
  schema: shopRulesBody,
  sent: (text, name) => (name === "isOn" ? text === "on" : name === "highest" ? Number(text) : text),
  fields: {
    isOn: (field) => <SelectField label="Shops of agents" names={onOff} {...field} />,
    highest: (field) => (
      <TextField
        label="Highest price"
        hint="So many times what the agent pays, from 1 to 10"
        inputMode="decimal"
        {...field}
      />
    ),
    feeBy: (field) => (
      <SelectField
        label="Who bears the fee of a guest’s payment"
        names={
          {
            shop: "You, the owner",
            agent: "The agent, from their margin",
            guest: "The guest, on top of the price",
          } satisfies Record<FeeBearer, string>
        }
        {...field}
      />
    ),
  },
};

function Rules() {
  const { data } = useQuery(rulesQuery);
  if (!data) return null;
  const { isOn, highest, feeBy } = data;
  return (
    <div className="md:max-w-lg">
      <SettingForm
        setting={rulesSetting}
        live={{ isOn: isOn ? "on" : "off", highest: String(highest), feeBy }}
      />
    </div>
  );
}
