import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type OrderRecord, voucher } from "#contract/order-list.ts";
import { limits } from "#contract/terms/limits.ts";
import { formatCedis } from "#contract/terms/money.ts";
import { groupPhone } from "#contract/terms/phone.ts";
import { countText } from "../../lib/count-text.ts";
import { useFields } from "../../ui/form.tsx";
import { money } from "../../lib/money.ts";
import { problemsOf } from "../../lib/problems.ts";
import { useAskedOrders } from "./asked-orders.ts";
import { OrderWarnings } from "./order-sheet.tsx";
import { Button } from "../../ui/button.tsx";
import { Alert } from "../../ui/alert.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { TextField } from "../../ui/field.tsx";
import { threadQuery } from "../../office/thread.query.ts";
import { type Result, useWorkEach } from "../../office/act-results.tsx";
import { ReasonField } from "../../office/reason-field.tsx";
import { moveOrder, takesVoucher, type Act, type Typed, sumOf } from "./move-orders.ts";

interface Props {
  act: Act;
  orders: OrderRecord[];
  /** Called with the results of all orders so far, moved or not. */
  onDone: (results: Result<OrderRecord>[]) => void;
  onClose: () => void;
}

/**
 * Asks for confirmation with the number of orders and their total. Afterwards shows the result of each, if some could
 * not be moved.
 */
export function ActDialog({ act, orders: asked, onDone, onClose }: Props) {
  const { freeze, ...watched } = useAskedOrders(asked);
  const { rest } = watched;
  const vouchers = rest.filter((order) => takesVoucher(order, act));
  const isVoucher = rest.length === 1 && vouchers.length === 1;
  const orders = isVoucher ? rest : rest.filter((order) => !takesVoucher(order, act));
  const form = useFields<TypedText>({
    initial: { reason: "", reasons: null, pin: "", serial: "" },
    check: (typed) => (isVoucher ? problemsOf(voucher, typed) : {}),
  });
  const { work: move, question } = useWorkEach<OrderRecord>({
    noun: "order",
    done: act.done,
    line: orderLine,
    act: (order, send) => moveOrder(order, act, typedFor(form.values, order, isVoucher), send),
    onDone,
    onClose,
  });
  if (question) return question;
  const verb = act.name.toLowerCase();
  const total = formatCedis(sumOf(orders));
  // Colleagues have moved all chosen orders, or several were chosen and all that are left are vouchers.
  const nothing = orders.length === 0;
  const isRejection = act.to === "rejected" && !nothing;
  return (
    <Confirm
      title={nothing ? `Nothing to ${verb}` : `${act.name} ${countText(orders.length, "order")} · ${total}?`}
      confirm={nothing ? "OK" : `Yes, ${verb}`}
      cancel={nothing ? null : "Cancel"}
      isLocal={nothing}
      variant={isRejection ? "destructive" : "default"}
      busy={move.isBusy}
      onConfirm={form.submitted(() => {
        if (nothing) return onClose();
        freeze();
        move.send(orders);
      })}
      onClose={onClose}
    >
      <OrderWarnings {...watched} />
      <OrderLines orders={orders} />
      {!isVoucher && vouchers.length > 0 && <Alert variant="warning">{vouchersLeft(vouchers.length)}</Alert>}
      {isVoucher && (
        <>
          <TextField label="PIN" maxLength={limits.voucher_field_length_max} {...form.field("pin")} />
          <TextField
            label="Serial number"
            maxLength={limits.voucher_field_length_max}
            {...form.field("serial")}
          />
        </>
      )}
      {isRejection && (
        <>
          <RefundNote orders={orders.filter(({ ofShop }) => !ofShop)} />
          {orders.some(({ ofShop }) => ofShop) && (
            <Small>Guests of agents’ shops get all their money back, the way they paid it.</Small>
          )}
          <Reasons orders={orders} typed={form.values} onType={form.set} />
        </>
      )}
    </Confirm>
  );
}

/** For orders that wallets paid. Earlier corrections of the charge reduce the refund. */
function RefundNote({ orders }: { orders: OrderRecord[] }) {
  const [first] = orders;
  const position = first?.chargedAt ?? 0;
  const { data } = useQuery({ ...threadQuery(position), enabled: orders.length === 1 });
  if (orders.length === 0) return null;
  const total = formatCedis(sumOf(orders));
  const charge = data?.movements.find((movement) => movement.position === position);
  const isPart = charge !== undefined && charge.remaining !== charge.amount;
  const back = charge === undefined ? total : money(Math.abs(charge.remaining));
  return (
    <Small>
      {orders.length > 1
        ? `Up to ${total} is refunded to the buyers’ wallets at once: everything that corrections have not refunded yet.`
        : `${back} is refunded to the buyer’s wallet at once${isPart ? ": corrections have refunded the rest" : ""}.`}
    </Small>
  );
}

function Small({ children }: { children: ReactNode }) {
  return <p className="text-sm text-muted-foreground">{children}</p>;
}

interface TypedText {
  /** For all orders. */
  reason: string;
  /** The reason for each order, by id; null unless the admin gives each its own. */
  reasons: Record<string, string> | null;
  pin: string;
  serial: string;
}

function typedFor(
  { reason, reasons, pin, serial }: TypedText,
  { _id }: OrderRecord,
  isVoucher: boolean,
): Typed {
  const given = (reasons?.[_id] ?? reason).trim();
  return {
    ...(given === "" ? {} : { reason: given }),
    ...(isVoucher ? { voucher: { pin: pin.trim(), serial: serial.trim() } } : {}),
  };
}

type ReasonsProps = {
  orders: OrderRecord[];
  typed: TypedText;
  onType: (typed: Partial<TypedText>) => void;
};

/** One reason for all orders, or one for each: each starts with the common one. */
function Reasons({ orders, typed: { reason, reasons }, onType }: ReasonsProps) {
  if (reasons === null)
    return (
      <>
        <ReasonField label="Reason (optional)" value={reason} onValue={(text) => onType({ reason: text })} />
        {orders.length > 1 && (
          <Button variant="ghost" size="sm" className="self-start" onClick={() => onType({ reasons: {} })}>
            Give each its own reason
          </Button>
        )}
      </>
    );
  return (
    <>
      <div className="flex max-h-72 flex-col gap-2 overflow-y-auto p-1">
        {orders.map(({ _id, id, receiver }) => (
          <ReasonField
            key={_id}
            label={`Reason for ${id} · ${groupPhone(receiver)}`}
            value={reasons[_id] ?? reason}
            onValue={(text) => onType({ reasons: { ...reasons, [_id]: text } })}
          />
        ))}
      </div>
      <Button variant="ghost" size="sm" className="self-start" onClick={() => onType({ reasons: null })}>
        One reason for all
      </Button>
    </>
  );
}

function vouchersLeft(count: number): string {
  return count === 1
    ? "1 voucher order is left. Please complete it separately, with its PIN and serial number."
    : `${count} voucher orders are left. Please complete them one by one, each with its PIN and serial number.`;
}

const lines_max = 6;

function OrderLines({ orders }: { orders: OrderRecord[] }) {
  if (orders.length === 0) return null;
  return (
    <ul className="divide-y divide-border">
      {orders.slice(0, lines_max).map((order) => (
        <li key={order._id} className="flex justify-between gap-3 py-1.5 text-sm">
          <span>
            {order.id} · {order.offer} · {groupPhone(order.receiver)}
          </span>
          <b>{money(order.totalAmount)}</b>
        </li>
      ))}
      {orders.length > lines_max && (
        <li className="py-1.5 text-sm text-muted-foreground">and {orders.length - lines_max} more</li>
      )}
    </ul>
  );
}

/** An order in one line, for the results of an action on several. */
export function orderLine({ id, offer, receiver }: OrderRecord) {
  return (
    <>
      <b>{id}</b> · {offer} · {groupPhone(receiver)}
    </>
  );
}
