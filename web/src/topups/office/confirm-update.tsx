import { useQuery } from "@tanstack/react-query";
import type { UserRecord } from "#contract/user-list.ts";
import type { BalanceAnswer } from "#contract/users.ts";
import { formatCedis, toCedis, type Pesewas } from "#contract/terms/money.ts";
import { confirmWalletUpdate, texts, walletUpdated } from "#contract/terms/texts.ts";
import { pesewas, signedMoney } from "../../lib/money.ts";
import { useCommand } from "../../lib/command.ts";
import { queryClient } from "../../lib/query-client.ts";
import { applyAccount } from "../../live/apply.ts";
import { Alert } from "../../ui/alert.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { notify } from "../../lib/notifications.ts";
import { OutcomeAlert } from "../../office/act-results.tsx";
import { approvalsQuery, waitingIn } from "../../office/approvals.query.ts";

export interface Update {
  user: Pick<UserRecord, "_id" | "username" | "balance">;
  amount: Pesewas;
  reason: string;
  /** The position of the corrected movement. */
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
  const update = useCommand({
    send: (_: void, send) =>
      send<BalanceAnswer>({
        method: "PUT",
        path: "/user/balance",
        body: {
          amount: toCedis(amount),
          chosenId: user._id,
          reason,
          ...(corrects !== undefined && { corrects }),
        },
        isKept: true,
      }),
    onDone: ({ balance, account, pending }) => {
      if (pending) {
        notify(texts.awaitingApproval);
        void queryClient.invalidateQueries(approvalsQuery);
      } else {
        applyAccount(queryClient, account);
        notify(walletUpdated(user.username, pesewas(balance)), "success");
      }
      onDone();
    },
  });
  const { error, isUnknown } = update;
  const before = pesewas(user.balance);
  return (
    <Confirm
      title={confirmWalletUpdate(user.username, amount)}
      confirm={isUnknown ? "Retry" : amount < 0 ? "Yes, debit" : "Yes, credit"}
      variant={amount < 0 ? "destructive" : "default"}
      busy={update.isBusy}
      onConfirm={() => update.send()}
      onClose={onClose}
    >
      <Facts>
        <Fact name="Amount">{signedMoney(toCedis(amount))}</Fact>
        <Fact name="Balance">
          {formatCedis(before)} → {formatCedis(before + amount)}
        </Fact>
        <Fact name="Reason">{reason}</Fact>
      </Facts>
      <Waiting user={user} corrects={corrects} />
      <OutcomeAlert error={error} />
    </Confirm>
  );
}

/** Pending requests about the same wallet or movement, which may be for the same mistake. */
function Waiting({ user, corrects }: { user: Update["user"]; corrects: number | undefined }) {
  const { data } = useQuery(approvalsQuery);
  const same = waitingIn(data).filter((approval) =>
    corrects === undefined ? approval.user?._id === user._id : approval.corrects === corrects,
  );
  if (same.length === 0) return null;
  return (
    <Alert role="note">
      Waiting for a second admin already:{" "}
      {same
        .map(
          ({ amount, reason, requestedBy }) =>
            `${signedMoney(amount ?? 0)}, ${reason}, requested by ${requestedBy.username}`,
        )
        .join("; ")}
    </Alert>
  );
}
