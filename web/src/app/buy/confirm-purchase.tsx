import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { limits } from "#ledger/terms/limits.ts";
import { groupPhone } from "#ledger/terms/phone.ts";
import { texts } from "#ledger/terms/texts.ts";
import { ApiError, errorText, withFullStop } from "../../lib/api-error.ts";
import { money, pesewas } from "../../lib/money.ts";
import { useOnline } from "../../lib/online.ts";
import { Alert } from "../../ui/alert.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { notify } from "../../ui/notifications.ts";
import { productsQuery } from "../catalogue/products.query.ts";
import { OwnBalance } from "../home/own-balance.tsx";
import { buy, pathOf, unansweredSale, type Purchase } from "./purchase.ts";

interface Props {
  /** The purchase at the time of the question. If the price changes later, the server refuses it. */
  purchase: Purchase;
  balance: number;
  /** Called after the purchase. */
  onDone: () => void;
  onClose: () => void;
}

/** The one question before money moves. It also shows the result. */
export function ConfirmPurchase({ purchase, balance, onDone, onClose }: Props) {
  const isOnline = useOnline();
  // There was no answer, so the same command is sent again.
  const [wasSent] = useState(() => unansweredSale(purchase) !== undefined);
  const { send, isSending, error } = usePurchase(purchase, onDone);
  const isUnknown = error === null ? wasSent : error instanceof ApiError && error.isOutcomeUnknown;
  const after = pesewas(balance) - pesewas(purchase.totalAmount);
  return (
    <Confirm
      title={texts.confirmPayment}
      confirm={isUnknown ? "Retry" : `Yes, pay ${money(purchase.totalAmount)}`}
      busy={isSending}
      disabled={!isOnline || isNoLongerSold(error)}
      onConfirm={send}
      onClose={onClose}
    >
      <p className="text-center text-2xl leading-tight font-bold tracking-[0.02em]">
        {groupPhone(purchase.receiver)}
      </p>
      <Facts>
        <Fact name="Network">{purchase.network}</Fact>
        <Fact name="Package">{purchase.offer}</Fact>
        <Fact name="Amount">{money(purchase.totalAmount)}</Fact>
        {!isUnknown && (
          <Fact name="Balance after">
            <OwnBalance amount={after} />
          </Fact>
        )}
      </Facts>
      {(error !== null || isUnknown) && (
        <Alert variant={isUnknown ? "warning" : "destructive"} role="alert">
          {error !== null && <>{withFullStop(errorText(error))} </>}
          {isUnknown
            ? "We do not know yet whether this payment went through. Retry is safe: you are never charged twice."
            : "Nothing was charged."}
        </Alert>
      )}
    </Confirm>
  );
}

function usePurchase(purchase: Purchase, onDone: () => void) {
  const navigate = useNavigate();
  const client = useQueryClient();
  // State updates too late to stop a double tap's second tap.
  const isSending = useRef(false);
  const mutation = useMutation({
    mutationFn: () => buy(purchase),
    onSuccess: (order) => {
      onDone();
      notify(texts.purchaseMade, "success");
      void navigate({ to: "/home/my-transactions", search: { receipt: order._id } });
    },
    onError: (error) => {
      notify(errorText(error), "danger");
      if (isNoLongerSold(error)) void client.invalidateQueries(productsQuery);
    },
    onSettled: () => {
      isSending.current = false;
    },
  });
  const { error } = mutation;
  const back = pathOf(purchase);
  useEffect(() => {
    if (!isCode(error, "insufficient_balance")) return;
    const amount = error.answer.missing;
    const search = { back, ...(amount === undefined ? {} : { amount }) };
    const timer = setTimeout(() => void navigate({ to: "/home/topup", search }), limits.topup_redirect_ms);
    return () => clearTimeout(timer);
  }, [error, back, navigate]);
  const send = () => {
    if (isSending.current) return;
    isSending.current = true;
    mutation.mutate();
  };
  return { send, isSending: mutation.isPending || mutation.isSuccess, error };
}

/** The page is outdated, so a retry would be refused again. */
function isNoLongerSold(error: unknown): boolean {
  return ["price_changed", "package_unknown", "product_out_of_stock"].some((code) => isCode(error, code));
}

function isCode(error: unknown, code: string): error is ApiError {
  return error instanceof ApiError && error.answer.code === code;
}
