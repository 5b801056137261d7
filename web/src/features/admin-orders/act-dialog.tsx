import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { OrderRecord } from "#api/contract/orders.ts";
import { limits } from "#ledger/terms/limits.ts";
import { formatCedis } from "#ledger/terms/money.ts";
import { groupPhone } from "#ledger/terms/phone.ts";
import { useOnline } from "../../lib/online.ts";
import { money } from "../../lib/money.ts";
import { Alert } from "../../ui/alert.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { Field, Input } from "../../ui/field.tsx";
import { notify } from "../../ui/notifications.ts";
import { moveOrders, takesVoucher, type Act, type Failed, type Typed } from "./move-orders.ts";
import { sumOf } from "./sum-of.ts";

interface Props {
  act: Act;
  orders: OrderRecord[];
  /** Some orders, or all, have been moved. */
  onDone: () => void;
  onClose: () => void;
}

/** The confirmation, naming how many orders and how much money; afterwards, what could not be done and why. */
export function ActDialog({ act, orders: asked, onDone, onClose }: Props) {
  const [typed, setTyped] = useState({ reason: "", pin: "", serial: "" });
  const isOnline = useOnline();
  const vouchers = asked.filter((order) => takesVoucher(order, act));
  const isVoucher = asked.length === 1 && vouchers.length === 1;
  const orders = isVoucher ? asked : asked.filter((order) => !takesVoucher(order, act));
  const move = useMutation({
    mutationFn: () => moveOrders(orders, act, read(typed, isVoucher)),
    onSuccess: (failed) => {
      onDone();
      const moved = orders.length - failed.length;
      if (failed.length === 0) {
        notify(`${counted(moved)} ${act.done}`, "success");
        onClose();
      } else {
        notify(failed[0]?.why ?? "", "danger");
      }
    },
  });
  if (move.data !== undefined && move.data.length > 0) {
    return (
      <Failures failed={move.data} moved={orders.length - move.data.length} act={act} onClose={onClose} />
    );
  }
  if (orders.length === 0) return <OneByOne count={vouchers.length} onClose={onClose} />;
  const total = formatCedis(sumOf(orders));
  const isTyped = !isVoucher || (typed.pin.trim() !== "" && typed.serial.trim() !== "");
  const set = (name: keyof typeof typed) => (value: string) => setTyped((old) => ({ ...old, [name]: value }));
  return (
    <Confirm
      title={`${act.name} ${counted(orders.length)} · ${total}?`}
      confirm={`Yes, ${act.name.toLowerCase()}`}
      tone={act.to === "rejected" ? "danger" : "primary"}
      busy={move.isPending}
      disabled={!isOnline || !isTyped}
      onConfirm={() => move.mutate()}
      onClose={onClose}
    >
      <OrderLines orders={orders} />
      {!isVoucher && vouchers.length > 0 && <Alert tone="wait">{staying(vouchers.length)}</Alert>}
      {isVoucher && (
        <>
          <Typing label="PIN" value={typed.pin} onType={set("pin")} max={limits.voucher_field_length_max} />
          <Typing
            label="Serial number"
            value={typed.serial}
            onType={set("serial")}
            max={limits.voucher_field_length_max}
          />
        </>
      )}
      {act.to === "rejected" && (
        <>
          <p className="text-s text-ink-2">{total} goes back to the buyer’s wallet at once.</p>
          <Typing
            label="Reason (optional)"
            value={typed.reason}
            onType={set("reason")}
            max={limits.reason_length_max}
          />
        </>
      )}
    </Confirm>
  );
}

function read(
  { reason, pin, serial }: Record<"reason" | "pin" | "serial", string>,
  isVoucher: boolean,
): Typed {
  return {
    ...(reason.trim() === "" ? {} : { reason: reason.trim() }),
    ...(isVoucher ? { voucher: { pin: pin.trim(), serial: serial.trim() } } : {}),
  };
}

function Typing({
  label,
  value,
  onType,
  max,
}: {
  label: string;
  value: string;
  onType: (value: string) => void;
  max: number;
}) {
  return (
    <Field label={label}>
      {(parts) => (
        <Input
          {...parts}
          autoComplete="off"
          maxLength={max}
          value={value}
          onChange={({ target }) => onType(target.value)}
        />
      )}
    </Field>
  );
}

/** Only vouchers were chosen, and several. */
function OneByOne({ count, onClose }: { count: number; onClose: () => void }) {
  return (
    <Confirm title={`Complete ${counted(count)}?`} confirm="OK" onConfirm={onClose} onClose={onClose}>
      <Alert tone="wait">{staying(count)}</Alert>
    </Confirm>
  );
}

function staying(count: number): string {
  return count === 1
    ? "1 voucher order stays: please complete it by itself, with its PIN and serial number."
    : `${count} voucher orders stay: please complete them one by one, each with its PIN and serial number.`;
}

const lines_max = 6;

function OrderLines({ orders }: { orders: OrderRecord[] }) {
  return (
    <ul className="divide-y divide-line">
      {orders.slice(0, lines_max).map((order) => (
        <li key={order._id} className="flex justify-between gap-3 py-1.5 text-s">
          <span>
            {order.id} · {order.offer} · {groupPhone(order.receiver)}
          </span>
          <b>{money(order.totalAmount)}</b>
        </li>
      ))}
      {orders.length > lines_max && (
        <li className="py-1.5 text-s text-ink-2">and {orders.length - lines_max} more</li>
      )}
    </ul>
  );
}

function Failures({
  failed,
  moved,
  act,
  onClose,
}: {
  failed: Failed[];
  moved: number;
  act: Act;
  onClose: () => void;
}) {
  return (
    <Confirm
      title={`${counted(failed.length)} not ${act.done}`}
      confirm="OK"
      onConfirm={onClose}
      onClose={onClose}
    >
      {moved > 0 && <Alert tone="ok">{`${counted(moved)} ${act.done}`}</Alert>}
      <Alert tone="bad" role="alert">
        <ul className="flex flex-col gap-1">
          {failed.map(({ order, why }) => (
            <li key={order._id}>
              <b>{order.id}</b>: {why}
            </li>
          ))}
        </ul>
      </Alert>
    </Confirm>
  );
}

function counted(count: number): string {
  return count === 1 ? "1 order" : `${count} orders`;
}
