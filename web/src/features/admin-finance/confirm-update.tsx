import { useMutation } from "@tanstack/react-query";
import type { BalanceAnswer, UserRecord } from "#api/contract/users.ts";
import { formatCedis, toCedis, type Pesewas } from "#ledger/terms/money.ts";
import { confirmWalletUpdate, walletUpdated } from "#ledger/terms/texts.ts";
import { ApiError, errorText } from "../../lib/api-error.ts";
import { sendOnce } from "../../lib/command.ts";
import { pesewas } from "../../lib/money.ts";
import { queryClient } from "../../lib/query-client.ts";
import { Alert } from "../../ui/alert.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { notify } from "../../ui/notifications.ts";
import { approvalsQuery } from "../approvals/approvals.query.ts";
import { setBalance } from "../wallet/set-balance.ts";

export interface Update {
  user: Pick<UserRecord, "_id" | "username" | "balance">;
  amount: Pesewas;
  reason: string;
  /** The position of the movement that it corrects. */
  corrects?: number;
}

export function ConfirmUpdate({
  user,
  amount,
  reason,
  corrects,
  onDone,
  onClose,
}: Update & { onDone: () => void; onClose: () => void }) {
  const update = useMutation({
    mutationFn: () =>
      sendOnce<BalanceAnswer>("correction", "PUT", "/user/balance", {
        amount: toCedis(amount),
        chosenId: user._id,
        reason,
        ...(corrects !== undefined && { corrects }),
      }),
    onSuccess: ({ balance, position, pending }) => {
      if (pending) {
        notify("Another admin must approve this first. Nothing has changed yet.");
        void queryClient.invalidateQueries(approvalsQuery);
      } else {
        setBalance(user._id, balance, position);
        notify(walletUpdated(user.username, pesewas(balance)), "success");
      }
      onDone();
    },
    onError: (error) => notify(errorText(error), "danger"),
  });
  const { error } = update;
  const isUnknown = error instanceof ApiError && error.isOutcomeUnknown;
  const before = pesewas(user.balance);
  return (
    <Confirm
      title={confirmWalletUpdate(user.username, amount)}
      confirm={isUnknown ? "Retry" : amount < 0 ? "Yes, debit" : "Yes, credit"}
      tone={amount < 0 ? "danger" : "primary"}
      busy={update.isPending}
      onConfirm={() => update.mutate()}
      onClose={onClose}
    >
      <Facts>
        <Fact name="Balance">
          {formatCedis(before)} → {formatCedis(before + amount)}
        </Fact>
        <Fact name="Reason">{reason}</Fact>
      </Facts>
      {error !== null && (
        <Alert tone="bad" role="alert">
          {errorText(error)}{" "}
          {isUnknown ? "Retry asks again: it is never done twice." : "Nothing was changed."}
        </Alert>
      )}
    </Confirm>
  );
}
