import { useQuery } from "@tanstack/react-query";
import { queryClient } from "../../lib/query-client.ts";
import { useState } from "react";
import { parse, safeParse } from "valibot";
import type { AuditMovement } from "#contract/audit.ts";
import { correctionForm } from "#contract/users.ts";
import { formatCedis, plainCedis, type Pesewas } from "#contract/terms/money.ts";
import { rejectionText } from "#contract/terms/rejections.ts";
import { useFields, FormEnd } from "../../ui/form.tsx";
import { money, pesewas } from "../../lib/money.ts";
import { problemsOf } from "../../lib/problems.ts";
import { Alert } from "../../ui/alert.tsx";
import { TextField } from "../../ui/field.tsx";
import { ConfirmUpdate, type Update } from "../../topups/office/wallet-update.tsx";
import { ReasonField } from "../../office/reason-field.tsx";
import { kindName } from "../movement-text.tsx";
import { walletAtQuery } from "../../office/account.query.ts";

interface Props {
  movement: AuditMovement;
  /** The related movements, with earlier corrections. */
  thread: readonly AuditMovement[];
  onClose: () => void;
}

/** Corrects a movement: a credit or debit that names the movement and stays within its amount. */
export function CorrectThis({ movement, thread, onClose }: Props) {
  const { data: wallet } = useQuery(walletAtQuery(movement.userId));
  const [update, setUpdate] = useState<Update | null>(null);
  const bounds = boundsOf(movement);
  const { userId, position } = movement;
  const form = useFields({
    // All that is left: most corrections take a whole movement back.
    initial: { amount: plainCedis(0 - pesewas(movement.remaining)), reason: "" },
    body: ({ amount: typed, reason }) => ({
      chosenId: userId,
      amount: typed.trim(),
      reason,
      corrects: position,
    }),
    check: (body) => ({
      ...problemsOf(correctionForm, body),
      ...excessOf(body.amount, bounds),
      ...(wallet === undefined && { "": "The wallet is still being loaded. Please try again." }),
    }),
  });
  const amount = safeParse(correctionForm.entries.amount, form.values.amount.trim());
  const excess = excessOf(form.values.amount.trim(), bounds);
  const ask = form.submitted((body) => {
    if (wallet === undefined) return;
    const user = { _id: userId, username: wallet.user, balance: wallet.balance };
    const entered = parse(correctionForm, body);
    setUpdate({ user, amount: entered.amount, reason: entered.reason, corrects: position });
  });
  const finish = () => {
    void queryClient.invalidateQueries({ queryKey: ["audit"] });
    onClose();
  };
  return (
    <form noValidate aria-label="Correct this movement" className="flex flex-col gap-3.5" onSubmit={ask}>
      <Earlier of={movement} thread={thread} />
      <TextField
        label="Amount"
        hint={`From ${formatCedis(bounds.least)} to ${formatCedis(bounds.most)}; negative takes money out`}
        {...form.field("amount")}
        error={excess.amount ?? form.problems["amount"]}
        onValue={(text) => form.set({ amount: text.replace("−", "-") })}
      />
      <ReasonField {...form.field("reason")} />
      {wallet !== undefined && amount.success && excess.amount === undefined && (
        <p role="status" className="text-sm">
          Balance {money(wallet.balance)} → <b>{formatCedis(pesewas(wallet.balance) + amount.output)}</b>
        </p>
      )}
      <FormEnd variant="soft" onCancel={onClose}>
        Correct this
      </FormEnd>
      {update !== null && <ConfirmUpdate {...update} onDone={finish} onClose={() => setUpdate(null)} />}
    </form>
  );
}

/** Shows earlier corrections, so that nobody repeats one by mistake. */
function Earlier({ of, thread }: { of: AuditMovement; thread: readonly AuditMovement[] }) {
  const earlier = thread.filter(
    (each) =>
      each.corrects === of.position ||
      (each.kind === "refund" && of.kind === "purchase" && each.reference === of.reference),
  );
  if (earlier.length === 0) return null;
  return (
    <Alert role="note">
      <p className="font-bold">Already reversed, {money(of.remaining)} is left:</p>
      <ul>
        {earlier.map((each) => (
          <li key={each._id}>
            {kindName(each)} {each.position}: {money(each.amount)}, {each.date}, by {each.actor}
            {each.reason !== null && <> · {each.reason}</>}
          </li>
        ))}
      </ul>
    </Alert>
  );
}

/** After the correction, the remaining amount must be between zero and the whole movement. */
function boundsOf({ amount, remaining }: AuditMovement): { least: Pesewas; most: Pesewas } {
  const [whole, left] = [pesewas(amount), pesewas(remaining)];
  return whole > 0 ? { least: 0 - left, most: whole - left } : { least: whole - left, most: 0 - left };
}

function excessOf(typed: string, { least, most }: { least: Pesewas; most: Pesewas }): { amount?: string } {
  const { success, output: amount } = safeParse(correctionForm.entries.amount, typed);
  if (!success || (amount >= least && amount <= most)) return {};
  return { amount: rejectionText({ code: "entry_overcorrected", left: amount < 0 ? -least : most }) };
}
