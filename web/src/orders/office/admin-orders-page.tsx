import { useQuery } from "@tanstack/react-query";
import { queryClient } from "../../lib/query-client.ts";
import { useState } from "react";
import { orderList, type OrderRecord } from "#contract/order-list.ts";
import { orderStatuses } from "#contract/terms/statuses.ts";
import { ButtonLink } from "../../office/links.tsx";
import { Button } from "../../ui/button.tsx";
import { countsQuery } from "../counts.query.ts";
import { ListPage, useListPage, type ShownPage } from "../../office/list/list-page.tsx";
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
  const { able, opened, selection, left } = page;
  const { last, setLast, setAsked, setSending, dialogs } = useActing(page.refresh);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const act = (how: Act, of: OrderRecord[]) => {
    const movable = of.filter((each) => !left.has(each._id) && canMove(each, how));
    if (movable.length > 0) setAsked({ act: how, orders: movable });
  };
  const meant = { onAct: act, onSend: setSending };
  useOrderShortcuts(page, { ...meant, onHelp: () => setHelpOpen(true) });
  return (
    <AskToMove value={act}>
      <ListPage
        page={page}
        title="Orders"
        columns={adminOrderColumns}
        counts={useStatusCounts()}
        isSelectable
        canOpen
        whenEmpty={({ status }, isWhole) =>
          status === "pending" && isWhole ? "Every order is taken care of." : undefined
        }
        actions={
          <>
            <ButtonLink to="/admin/batches">Batches</ButtonLink>
            <ShortcutsButton onOpen={() => setHelpOpen(true)} />
          </>
        }
        results={last !== null && <ActResults {...inResults} {...last} onClose={() => setLast(null)} />}
      />
      <CommandBar orders={able} {...meant} onClear={selection.clear} />
      {dialogs}
      {opened !== undefined && <OrderSheet order={opened} onClose={() => page.state.setOpen(undefined)} />}
      {isHelpOpen && <ShortcutsHelp {...inHelp} onClose={() => setHelpOpen(false)} />}
    </AskToMove>
  );
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

interface Meant {
  onAct: (act: Act, orders: OrderRecord[]) => void;
  onSend: (orders: OrderRecord[]) => void;
}

function CommandBar({
  orders,
  onAct,
  onSend,
  onClear,
}: Meant & { orders: OrderRecord[]; onClear: () => void }) {
  const sendable = orders.filter(canSend);
  return (
    <SelectionBar label="Selected orders" count={orders.length} total={sumOf(orders)} onClear={onClear}>
      {sendable.length > 0 && (
        <Button size="sm" onClick={() => onSend(sendable)}>
          Send to supplier
        </Button>
      )}
      {acts.map((act) => {
        const able = orders.filter((order) => canMove(order, act));
        if (able.length === 0) return null;
        return (
          <Button
            key={act.to}
            variant={act.to === "completed" ? "default" : "bar"}
            size="sm"
            onClick={() => onAct(act, able)}
          >
            {act.name}
          </Button>
        );
      })}
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

function useOrderShortcuts(
  { rows, able, selection, query, state }: ShownPage<OrderRecord>,
  { onAct, onSend, onHelp }: Meant & { onHelp: () => void },
): void {
  const [process, complete, reject] = acts;
  useListKeys({
    name: "order",
    rows,
    selected: selection.selected,
    chosen: able,
    onSelect: selection.select,
    onOpen: state.setOpen,
    onHelp,
    acts: {
      s: (meant) => {
        const sendable = meant.filter(canSend);
        if (sendable.length > 0) onSend(sendable);
      },
      p: (meant) => onAct(process, meant),
      c: (meant) => onAct(complete, meant),
      r: (meant) => onAct(reject, meant),
      n: () => void query.refetch(),
    },
  });
}
