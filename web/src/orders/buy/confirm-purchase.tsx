import { useQuery } from "@tanstack/react-query";
import { queryClient } from "../../lib/query-client.ts";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { OrderRecord } from "#contract/order-list.ts";
import { groupPhone } from "#contract/terms/phone.ts";
import { texts } from "#contract/terms/texts.ts";
import { errorText, isCode, withFullStop } from "../../lib/api-error.ts";
import { money, pesewas } from "../../lib/money.ts";
import { minutesSince, useNow_ms } from "../../lib/now.ts";
import { useCommand } from "../../lib/command.ts";
import { Alert } from "../../ui/alert.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { notify } from "../../lib/notifications.ts";
import { productsQuery } from "../../products/products.query.ts";
import { FormFacts } from "../form-facts.tsx";
import { OwnBalance } from "../../users/own-balance.tsx";
import { recentOrdersQuery } from "../my-orders.query.ts";
import { useTopupRedirect } from "../../topups/use-topup-search.ts";
import { buy, pathOf, type Purchase, type SentPurchase, unansweredSale } from "./purchase.ts";

interface Props {
  /** The purchase at the time of the question. If the price changes later, the server refuses it. */
  purchase: Purchase;
  /** The same at today's price. */
  today: Purchase | undefined;
  balance: number;
  onDone: () => void;
  onClose: () => void;
}

/** The one question before money moves. It also shows the result. */
export function ConfirmPurchase({ purchase: asked, today, balance, onDone, onClose }: Props) {
  // A purchase without an answer is sent again as it was, even if the price has changed.
  const [unanswered] = useState(() => unansweredSale(asked));
  const purchase = unanswered?.body ?? asked;
  const {
    send,
    isBusy,
    isDone,
    error,
    isUnknown,
    input: shown = purchase,
  } = usePurchase(purchase, unanswered, onDone);
  const isPaying = isBusy || isDone;
  const isRetry = isUnknown || (error === null && !isPaying && unanswered !== undefined);
  const repriced =
    isCode(error, "price_changed") && today?.totalAmount !== shown.totalAmount ? today : undefined;
  const confirm =
    repriced === undefined
      ? isRetry
        ? "Retry"
        : `Yes, pay ${money(shown.totalAmount)}`
      : `Now ${money(repriced.totalAmount)}, pay`;
  return (
    <Confirm
      title={isPaying ? "Paying …" : texts.confirmPayment}
      confirm={confirm}
      busy={isPaying}
      why={isNoLongerSold(error) && repriced === undefined && "This package is no longer sold."}
      onConfirm={() => send(repriced ?? shown)}
      onClose={onClose}
    >
      <p className="text-center text-2xl leading-tight font-bold tracking-[0.02em]">
        {groupPhone(shown.receiver)}
      </p>
      <Facts>
        <Fact name="Network">{shown.network}</Fact>
        <Fact name="Package">{shown.offer}</Fact>
        <FormFacts network={shown.network} items={shown.items} />
        <Fact name="Amount">{money(shown.totalAmount)}</Fact>
        {!isRetry && (
          <Fact name="Balance after">
            <OwnBalance amount={pesewas(balance) - pesewas(shown.totalAmount)} />
          </Fact>
        )}
      </Facts>
      {!isRetry && !isPaying && <BoughtBefore purchase={shown} />}
      {(error !== null || isRetry) && !isPaying && (
        <Alert variant={isRetry ? "warning" : "destructive"} role="alert">
          {error !== null && <>{withFullStop(errorText(error))} </>}
          {isRetry
            ? "We do not know yet whether this payment went through. Retry is safe: you are never charged twice."
            : "Nothing was charged."}
        </Alert>
      )}
    </Confirm>
  );
}

const soon_ms = 10 * 60_000;

/** Warns before the same is bought again within ten minutes: most such purchases are mistakes. */
function BoughtBefore({ purchase }: { purchase: Purchase }) {
  const { data: orders = [] } = useQuery(recentOrdersQuery);
  const now_ms = useNow_ms();
  const isSame = ({ packageId, receiver, status, createdAt }: OrderRecord) =>
    packageId === purchase.packageId &&
    receiver === purchase.receiver &&
    status !== "rejected" &&
    now_ms - Date.parse(createdAt) < soon_ms;
  const before = orders.find(isSame);
  if (before === undefined) return null;
  const minutes = minutesSince(before.createdAt, now_ms);
  const when = minutes === 0 ? "just now" : minutes === 1 ? "a minute ago" : `${minutes} minutes ago`;
  return (
    <Alert role="alert">
      You bought the same {when} (order {before.id}). Do you want it a second time?
    </Alert>
  );
}

function usePurchase(purchase: Purchase, unanswered: SentPurchase | undefined, onDone: () => void) {
  const navigate = useNavigate();
  const command = useCommand({
    send: buy,
    unanswered,
    onDone: (order) => {
      onDone();
      notify(texts.purchaseMade, "success");
      void navigate({ to: "/home/my-transactions", search: { receipt: order._id } });
    },
    onError: (error) => {
      notify(errorText(error), "danger");
      if (isNoLongerSold(error)) void queryClient.invalidateQueries(productsQuery);
    },
  });
  const { error } = command;
  const isShort = isCode(error, "insufficient_balance");
  useTopupRedirect(isShort, isShort ? error.answer.missing : undefined, pathOf(purchase));
  return command;
}

/** The page is outdated, so a retry would be refused again. */
function isNoLongerSold(error: unknown): boolean {
  return ["price_changed", "package_unknown", "product_out_of_stock"].some((code) => isCode(error, code));
}
