import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { safeParse } from "valibot";
import type { AuditMovement } from "#api/contract/audit.ts";
import { cedis, text } from "#api/contract/fields.ts";
import { limits } from "#ledger/terms/limits.ts";
import { formatCedis, type Pesewas } from "#ledger/terms/money.ts";
import { rejectionText } from "#ledger/terms/rejections.ts";
import { money, pesewas } from "../../lib/money.ts";
import { useOnline } from "../../lib/online.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Field, Input } from "../../ui/field.tsx";
import { ConfirmUpdate } from "../finance/confirm-update.tsx";
import { kindName } from "../../app/statement/movement-text.ts";
import { walletAtQuery } from "./audit.query.ts";

const reasonRule = text(limits.reason_length_max, "Please give a reason. It stays in the log permanently.");

interface Props {
  movement: AuditMovement;
  /** The related movements, with earlier corrections. */
  thread: readonly AuditMovement[];
  onClose: () => void;
}

/** Corrects a movement: a credit or debit that names the movement and stays within its amount. */
export function CorrectThis({ movement, thread, onClose }: Props) {
  const { data: wallet } = useQuery(walletAtQuery(movement.userId));
  const client = useQueryClient();
  const isOnline = useOnline();
  const [typed, setTyped] = useState("");
  const [reason, setReason] = useState("");
  const [wasTried, setTried] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const bounds = boundsOf(movement);
  const amount = safeParse(cedis, typed.trim());
  const parsedReason = safeParse(reasonRule, reason);
  const problem = amountProblem(amount.success ? amount.output : undefined, bounds);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (problem === undefined && parsedReason.success && wallet !== undefined) setAsking(true);
  };
  const finish = () => {
    void client.invalidateQueries({ queryKey: ["audit"] });
    onClose();
  };
  return (
    <form noValidate aria-label="Correct this movement" className="flex flex-col gap-3.5" onSubmit={submit}>
      <Earlier of={movement} thread={thread} />
      <TextField
        label="Amount"
        hint={`From ${formatCedis(bounds.least)} to ${formatCedis(bounds.most)}; negative takes money out`}
        error={wasTried ? problem : undefined}
        value={typed}
        onChange={(text) => setTyped(text.replace("−", "-"))}
      />
      <TextField
        label="Reason"
        error={wasTried && !parsedReason.success ? parsedReason.issues[0].message : undefined}
        value={reason}
        onChange={setReason}
      />
      {wallet !== undefined && amount.success && problem === undefined && (
        <p role="status" className="text-sm">
          Balance {money(wallet.balance)} → <b>{formatCedis(pesewas(wallet.balance) + amount.output)}</b>
        </p>
      )}
      <div className="flex flex-wrap gap-2.5">
        <Button variant="outline" className="flex-1" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" variant="soft" className="flex-2" disabled={!isOnline}>
          Correct this
        </Button>
      </div>
      {isAsking && wallet !== undefined && amount.success && parsedReason.success && (
        <ConfirmUpdate
          user={{ _id: movement.userId, username: wallet.user, balance: wallet.balance }}
          amount={amount.output}
          reason={parsedReason.output}
          corrects={movement.position}
          onDone={finish}
          onClose={() => setAsking(false)}
        />
      )}
    </form>
  );
}

function TextField({
  label,
  hint,
  error,
  value,
  onChange,
}: {
  label: string;
  hint?: string;
  error: string | undefined;
  value: string;
  onChange: (text: string) => void;
}) {
  return (
    <Field label={label} {...(hint !== undefined && { hint })} error={error}>
      {(parts) => (
        <Input
          {...parts}
          autoComplete="off"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
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

function amountProblem(
  amount: Pesewas | undefined,
  { least, most }: { least: Pesewas; most: Pesewas },
): string | undefined {
  if (amount === undefined || amount === 0) return rejectionText({ code: "amount_invalid" });
  if (amount < least || amount > most)
    return rejectionText({ code: "entry_overcorrected", left: amount < 0 ? -least : most });
  return undefined;
}
