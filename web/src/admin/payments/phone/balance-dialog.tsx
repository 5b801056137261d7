import { useState } from "react";
import { parse } from "valibot";
import { railBalanceBody, type WaitingChain } from "#api/contract/phone.ts";
import { toCedis } from "#ledger/terms/money.ts";
import { texts } from "#ledger/terms/texts.ts";
import { useForm } from "../../../lib/form.ts";
import { money, plainAmount } from "../../../lib/money.ts";
import { problemsOf } from "../../../lib/problems.ts";
import { queryClient } from "../../../lib/query-client.ts";
import { useCommand } from "../../../lib/use-command.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Field, Input } from "../../../ui/field.tsx";
import { FormEnd } from "../../../ui/form-end.tsx";
import { notify } from "../../../ui/notifications.ts";
import { ResponsiveDialog } from "../../../ui/responsive-dialog.tsx";
import { ReasonField } from "../../shared/reason-field.tsx";
import { railNames } from "#api/contract/rails.ts";
import type { PhoneRailReport } from "./phone-panel.tsx";

interface Props {
  rail: PhoneRailReport;
  /** The messages that are to follow; undefined if there are none yet. */
  chain: WaitingChain | undefined;
  onClose: () => void;
}

/** Says what a wallet held before the messages that wait, so that they follow it. */
export function BalanceDialog({ rail: { rail, balance: from }, chain, onClose }: Props) {
  const [typed, setTyped] = useState(chain?.from?.toFixed(2) ?? "");
  const [reason, setReason] = useState("");
  const form = { balance: plainAmount(typed), from, reason };
  const save = useSave({ rail, from, reason, onClose });
  const { problems, submit } = useForm({
    check: () => problemsOf(railBalanceBody, form),
    send: () => save.send(toCedis(parse(railBalanceBody, form).balance)),
  });
  return (
    <ResponsiveDialog title={`What did ${railNames[rail]} hold?`} isStatic onClose={onClose}>
      <form noValidate className="flex flex-col gap-3" onSubmit={submit}>
        <p className="text-sm text-muted-foreground">
          Read it on the phone: the balance{" "}
          {chain === undefined ? "now" : "before the first message that waits"}. What follows it credits
          customers by itself.
        </p>
        {chain?.isPassed === true && (
          <Alert variant="destructive">
            Later messages are proven without these. If no network has sent them, dismiss them instead.
          </Alert>
        )}
        <Field label="Balance" error={problems["balance"]}>
          {(parts) => (
            <Input
              {...parts}
              inputMode="decimal"
              autoComplete="off"
              value={typed}
              onChange={({ target }) => setTyped(target.value.replace(/[^\d.,]/g, ""))}
            />
          )}
        </Field>
        <ReasonField error={problems["reason"]} value={reason} onType={setReason} />
        <FormEnd form={save} onCancel={onClose}>
          Go on from this balance
        </FormEnd>
      </form>
    </ResponsiveDialog>
  );
}

/** Sends the balance in cedis. */
function useSave({
  rail,
  from,
  reason,
  onClose,
}: {
  rail: PhoneRailReport["rail"];
  from: number | null;
  reason: string;
  onClose: () => void;
}) {
  return useCommand({
    send: (balance: number, send) =>
      send<{ pending?: true }>({
        method: "POST",
        path: `/payment/phone/${rail}/balance`,
        body: { from, balance, reason },
        changes: [
          {
            what: `balance, ${railNames[rail]}`,
            before: from === null ? null : money(from),
            after: money(balance),
          },
        ],
      }),
    onDone: ({ pending }) => {
      notify(pending ? texts.awaitingApproval : "The messages follow this balance now", "success");
      onClose();
    },
    onError: () => undefined,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["payments"] }),
  });
}
