import { useState } from "react";
import type { WaitingChain } from "#api/contract/phone.ts";
import { limits } from "#ledger/terms/limits.ts";
import { toCedis } from "#ledger/terms/money.ts";
import { rejectionText } from "#ledger/terms/rejections.ts";
import { texts } from "#ledger/terms/texts.ts";
import { safeParse } from "valibot";
import { cedis } from "#api/contract/fields.ts";
import { type Problems, useForm } from "../../../lib/form.ts";
import { money, plainAmount } from "../../../lib/money.ts";
import { queryClient } from "../../../lib/query-client.ts";
import { useCommand } from "../../../lib/use-command.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Field, Input } from "../../../ui/field.tsx";
import { FormEnd } from "../../../ui/form-end.tsx";
import { notify } from "../../../ui/notifications.ts";
import { ResponsiveDialog } from "../../../ui/responsive-dialog.tsx";
import { railNames } from "../names.ts";
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
  const parsed = safeParse(cedis, plainAmount(typed));
  const save = useSave({ rail, from, reason, onClose });
  const { problems, submit } = useForm({
    check: (): Problems => ({
      ...(!parsed.success && { balance: rejectionText({ code: "amount_invalid" }) }),
      ...(reason.trim() === "" && { reason: rejectionText({ code: "reason_required" }) }),
    }),
    send: () => {
      if (parsed.success) save.send(toCedis(parsed.output));
    },
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
        <Field label="Reason" error={problems["reason"]}>
          {(parts) => (
            <Input
              {...parts}
              autoComplete="off"
              maxLength={limits.reason_length_max}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
            />
          )}
        </Field>
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
