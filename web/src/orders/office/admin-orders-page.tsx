import { countText } from "../../lib/count-text.ts";
import { useQuery } from "@tanstack/react-query";
import { queryClient } from "../../lib/query-client.ts";
import { useContext, useState } from "react";
import { orderList, type OrderRecord } from "#contract/order-list.ts";
import { orderStatuses } from "#contract/terms/statuses.ts";
import { ButtonLink, TextLink } from "../../office/links.tsx";
import { Button } from "../../ui/button.tsx";
import { countsQuery } from "../../live/counts.query.ts";
import { ListPage, useListPage } from "../../office/list/list-page.tsx";
import { ActResults, type Result } from "../../office/act-results.tsx";
import { ShortcutsButton, ShortcutsHelp, useListKeys } from "../../office/shortcuts.tsx";
import { copyText } from "../../ui/copy-button.tsx";
import { notify } from "../../lib/notifications.ts";
import { SelectionBar } from "../../office/selection.tsx";
import { ActDialog, orderLine } from "./act-dialog.tsx";
import { adminOrderColumns } from "./admin-order-columns.tsx";
import { canMove, type Act, acts, canSend, sumOf, AskToMove } from "./move-orders.ts";
import { withListFields } from "./asked-orders.ts";
import { OrderSheet } from "./order-sheet.tsx";
import { SendDialog } from "./send-dialog.tsx";
import { attemptsQuery } from "../../office/suppliers-answer.ts";
import { Alert } from "../../ui/alert.tsx";

const ownShortcuts = [
  ["o", "Open the order"],
  ["s", "Send to supplier"],
  ["p", "Process"],
  ["c", "Complete"],
  ["r", "Reject"],
  ["n", "Show new orders"],
] as const;

const inResults = { noun: "order", line: orderLine } as const;
const inHelp = { noun: "order", own: ownShortcuts, acts: "p, c and r" } as const;

export function AdminOrdersPage() {
  const page = useListPage(orderList, { merge: withListFields });
  const { able, opened, selection, left, state } = page;
  const { last, setLast, setAsked, setSending, dialogs } = useActing(page.refresh);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const act = (how: Act, of: OrderRecord[]) => {
    const movable = of.filter((each) => !left.has(each._id) && canMove(each, how));
    if (movable.length > 0) setAsked({ act: how, orders: movable });
  };
  const sendOrders = (of: OrderRecord[]) => {
    const sendable = of.filter(canSend);
    if (sendable.length > 0) setSending(sendable);
  };
  const [process, complete, reject] = acts;
  useListKeys({
    name: "order",
    rows: page.rows,
    selected: selection.selected,
    chosen: able,
    onSelect: selection.select,
    onOpen: state.setOpen,
    onHelp: () => setHelpOpen(true),
    acts: {
      s: sendOrders,
      p: (meant) => act(process, meant),
      c: (meant) => act(complete, meant),
      r: (meant) => act(reject, meant),
      n: () => void page.query.refetch(),
    },
  });
  const counts = useStatusCounts();
  return (
    <AskToMove value={act}>
      <ListPage
        page={page}
        title="Orders"
        columns={adminOrderColumns}
        counts={counts}
        isSelectable
        canOpen
        whenNew={
          counts?.all === 0 && (
            <>
              No order has come in yet.
              <ButtonLink to="/admin/open">Open your shop</ButtonLink>
            </>
          )
        }
        whenEmpty={({ status }, isWhole) => status === "pending" && isWhole && counts && noPending(counts)}
        actions={
          <>
            <ButtonLink to="/admin/batches">Batches</ButtonLink>
            <ShortcutsButton onOpen={() => setHelpOpen(true)} />
          </>
        }
        results={
          <>
            <OddOrders />
            {last !== null && <ActResults {...inResults} {...last} onClose={() => setLast(null)} />}
          </>
        }
      />
      <CommandBar orders={able} onSend={sendOrders} onClear={selection.clear} />
      {dialogs}
      {opened !== undefined && <OrderSheet order={opened} onClose={() => state.setOpen(undefined)} />}
      {isHelpOpen && <ShortcutsHelp {...inHelp} onClose={() => setHelpOpen(false)} />}
    </AskToMove>
  );
}

function noPending({ processing }: Record<"processing", number>): string {
  return processing === 0
    ? "Every order is taken care of."
    : `${countText(processing, "order")} still to complete.`;
}

/** The number of orders by status, from the totals per day without reading orders. */
function useStatusCounts() {
  const { data: counts } = useQuery(countsQuery);
  if (counts === undefined) return undefined;
  const { recharges: _, ...byStatus } = counts;
  return { ...byStatus, all: orderStatuses.reduce((sum, each) => sum + counts[each], 0) };
}

/** The questions before orders are moved or sent, and what came of the last one. */
function useActing(refresh: () => void) {
  const [last, setLast] = useState<{ done: string; results: Result<OrderRecord>[] } | null>(null);
  const [asked, setAsked] = useState<{ act: Act; orders: OrderRecord[] } | null>(null);
  const [sending, setSending] = useState<OrderRecord[] | null>(null);
  const done = () => {
    refresh();
    void queryClient.invalidateQueries(countsQuery);
  };
  const finish = (results: Result<OrderRecord>[]) => {
    done();
    setLast(asked !== null && results.length > 1 ? { done: asked.act.done, results } : null);
  };
  const dialogs = (
    <>
      {asked !== null && <ActDialog {...asked} onDone={finish} onClose={() => setAsked(null)} />}
      {sending !== null && <SendDialog orders={sending} onDone={done} onClose={() => setSending(null)} />}
    </>
  );
  return { last, setLast, setAsked, setSending, dialogs };
}

interface CommandBarProps {
  orders: OrderRecord[];
  onSend: (orders: OrderRecord[]) => void;
  onClear: () => void;
}

function CommandBar({ orders, onSend, onClear }: CommandBarProps) {
  const ask = useContext(AskToMove);
  return (
    <SelectionBar label="Selected orders" count={orders.length} total={sumOf(orders)} onClear={onClear}>
      {orders.some(canSend) && (
        <Button size="sm" onClick={() => onSend(orders)}>
          Send to supplier
        </Button>
      )}
      {acts
        .filter((act) => orders.some((order) => canMove(order, act)))
        .map((act) => (
          <Button
            key={act.to}
            variant={act.to === "completed" ? "default" : "bar"}
            size="sm"
            onClick={() => ask(act, orders)}
          >
            {act.name}
          </Button>
        ))}
      <Button variant="bar" size="sm" onClick={() => void copyNumbers(orders)}>
        Copy numbers
      </Button>
    </SelectionBar>
  );
}

/** One per line, as suppliers' forms expect them. */
async function copyNumbers(orders: readonly OrderRecord[]): Promise<void> {
  const copied = await copyText(orders.map(({ receiver }) => receiver).join("\n"));
  const count = orders.length === 1 ? "1 number" : `${orders.length} numbers`;
  notify(copied ? `${count} copied` : "The numbers could not be copied", copied ? "success" : "danger");
}

/** Orders at suppliers that an admin has to look at. */
function OddOrders() {
  const { data = [] } = useQuery(attemptsQuery);
  if (data.length === 0) return null;
  const contradicted = data.filter(({ contradiction }) => contradiction !== null).length;
  const silent = data.length - contradicted;
  const parts = [
    ...(silent > 0 ? [`${countText(silent, "order")} without an answer for an hour`] : []),
    ...(contradicted > 0
      ? [`${countText(contradicted, "order")} about which a supplier now says something else`]
      : []),
  ];
  return (
    <Alert role="status">
      <b>A supplier needs a question:</b> {parts.join(", and ")}.{" "}
      <TextLink to="/admin/suppliers">Look at them</TextLink>
    </Alert>
  );
}
