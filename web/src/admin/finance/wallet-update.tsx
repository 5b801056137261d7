import { useQuery } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { safeParse } from "valibot";
import { cedis, text } from "#api/contract/fields.ts";
import { limits } from "#ledger/terms/limits.ts";
import { formatCedis, type Pesewas } from "#ledger/terms/money.ts";
import { rejectionText } from "#ledger/terms/rejections.ts";
import { pesewas, plainAmount } from "../../lib/money.ts";
import { useOnline } from "../../lib/online.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Field, Input } from "../../ui/field.tsx";
import { accountQuery } from "../users/account.query.ts";
import { ConfirmUpdate, type Update } from "./confirm-update.tsx";
import { UserPicker } from "./user-picker.tsx";

const reasonRule = text(limits.reason_length_max, "Please give a reason. It stays in the log permanently.");

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

function UpdateForm({
  userId,
  onUpdate,
}: {
  userId: string | undefined;
  onUpdate: (update: Update) => void;
}) {
  const isOnline = useOnline();
  const [chosenId, setChosenId] = useState(userId);
  const { data: account } = useQuery({ ...accountQuery(chosenId ?? ""), enabled: chosenId !== undefined });
  const [typed, setTyped] = useState("");
  const [reason, setReason] = useState("");
  const [wasTried, setTried] = useState(false);

  const user = chosenId === undefined ? undefined : account?.user;
  const amount = safeParse(cedis, plainAmount(typed));
  const parsedReason = safeParse(reasonRule, reason);
  const amountProblem =
    amount.success && amount.output !== 0 ? undefined : rejectionText({ code: "amount_invalid" });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (user === undefined || amountProblem !== undefined || !amount.success || !parsedReason.success) return;
    onUpdate({ user, amount: amount.output, reason: parsedReason.output });
  };

  return (
    <form noValidate className="flex flex-col gap-3.5" onSubmit={submit}>
      {userId === undefined && (
        <UserPicker
          chosen={user}
          error={wasTried && user === undefined ? "Please choose a user" : undefined}
          onChoose={setChosenId}
        />
      )}
      <Field
        label="Amount"
        hint="Negative takes money out, for example −20"
        error={wasTried ? amountProblem : undefined}
      >
        {(parts) => (
          <Input
            {...parts}
            inputMode="text"
            autoComplete="off"
            value={typed}
            onChange={({ target }) => setTyped(target.value.replace("−", "-"))}
          />
        )}
      </Field>
      <Field
        label="Reason"
        error={wasTried && !parsedReason.success ? parsedReason.issues[0].message : undefined}
      >
        {(parts) => (
          <Input
            {...parts}
            autoComplete="off"
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        )}
      </Field>
      {user !== undefined && amount.success && (
        <Preview balance={pesewas(user.balance)} amount={amount.output} />
      )}
      <Button type="submit" variant="soft" disabled={!isOnline}>
        Update wallet
      </Button>
    </form>
  );
}

function Preview({ balance, amount }: { balance: Pesewas; amount: Pesewas }) {
  const after = balance + amount;
  return (
    <p role="status" className="text-sm">
      <b>
        {amount > 0 ? "+" : ""}
        {formatCedis(amount)}
      </b>{" "}
      · Balance {formatCedis(balance)} →{" "}
      <b className={after < 0 ? "text-destructive" : "text-success"}>{formatCedis(after)}</b>
    </p>
  );
}
