import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { parse, safeParse } from "valibot";
import { correctionForm, type BalanceAnswer } from "#contract/users.ts";
import { formatCedis, toCedis, type Pesewas } from "#contract/terms/money.ts";
import { useFields, FormEnd } from "../../ui/form.tsx";
import { pesewas, plainAmount, money, signedMoney } from "../../lib/money.ts";
import { Card } from "../../ui/card.tsx";
import { TextField } from "../../ui/field.tsx";
import { ReasonField } from "../../office/reason-field.tsx";
import { accountQuery } from "../../office/account.query.ts";
import type { UserRecord } from "#contract/user-list.ts";
import { groupPhone } from "#contract/terms/phone.ts";
import { personOf, UserCombobox } from "../../office/user-combobox.tsx";
import { confirmWalletUpdate, texts, walletUpdated } from "#contract/terms/texts.ts";
import { useCommand } from "../../lib/command.ts";
import { queryClient } from "../../lib/query-client.ts";
import { applyAccount } from "../../live/apply.ts";
import { Alert } from "../../ui/alert.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { notify } from "../../lib/notifications.ts";
import { OutcomeAlert } from "../../office/act-results.tsx";
import { approvalsQuery, waitingIn } from "../../office/approvals.query.ts";

/**
 * Credits or debits one user, either chosen from a list or given by the page. The amount is signed, and the reason
 * stays in the log.
 */
export function WalletUpdate({ userId }: { userId?: string }) {
  const [update, setUpdate] = useState<Update | null>(null);
  const [round, setRound] = useState(0);
  const finish = () => {
    setUpdate(null);
    setRound(round + 1);
  };
  return (
    <Card role="region" aria-label="Credit or debit" className="flex flex-col gap-3.5">
      <h2 className="text-lg font-bold">Credit or debit</h2>
      {/* A new key gives an empty form after each update. */}
      <UpdateForm key={round} userId={userId} onUpdate={setUpdate} />
      {update !== null && <ConfirmUpdate {...update} onDone={finish} onClose={() => setUpdate(null)} />}
    </Card>
  );
}

type FormProps = { userId: string | undefined; onUpdate: (update: Update) => void };

function UpdateForm({ userId, onUpdate }: FormProps) {
  const [chosenId, setChosenId] = useState(userId);
  const { data: account } = useQuery({ ...accountQuery(chosenId ?? ""), enabled: chosenId !== undefined });
  const user = chosenId === undefined ? undefined : account?.user;
  const form = useFields({
    schema: correctionForm,
    initial: { amount: "", reason: "" },
    body: ({ amount, reason }) => ({ chosenId: user?._id, amount: plainAmount(amount), reason }),
  });
  const ask = form.submitted((body) => {
    const { amount, reason } = parse(correctionForm, body);
    if (user !== undefined) onUpdate({ user, amount, reason });
  });
  const amount = safeParse(correctionForm.entries.amount, plainAmount(form.values.amount));
  const after = pesewas(user?.balance ?? 0) + (amount.success ? amount.output : 0);
  return (
    <form noValidate className="flex flex-col gap-3.5" onSubmit={ask}>
      {userId === undefined && (
        <UserPicker chosen={user} error={form.problems["chosenId"]} onChoose={setChosenId} />
      )}
      <TextField
        label="Amount"
        hint="Negative takes money out, for example −20"
        inputMode="text"
        {...form.field("amount")}
        onValue={(text) => form.set({ amount: text.replace("−", "-") })}
      />
      <ReasonField {...form.field("reason")} />
      {user !== undefined && amount.success && (
        <p role="status" className="text-sm">
          <b>{signedMoney(toCedis(amount.output))}</b> · Balance {money(user.balance)} →{" "}
          <b className={after < 0 ? "text-destructive" : "text-success"}>{formatCedis(after)}</b>
        </p>
      )}
      <FormEnd variant="soft">Update wallet</FormEnd>
    </form>
  );
}

interface Props {
  chosen: UserRecord | undefined;
  error: string | undefined;
  onChoose: (id: string | undefined) => void;
}

/** Chooses the user of a wallet update, and says how much they have. */
export function UserPicker({ chosen, error, onChoose }: Props) {
  return (
    <UserCombobox
      label="User"
      chosen={chosen && personOf(chosen)}
      hint={chosen && `${groupPhone(chosen.phone)} · ${money(chosen.balance)}`}
      error={error}
      onChoose={onChoose}
    />
  );
}

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
