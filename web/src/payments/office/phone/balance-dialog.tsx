import { parse } from "valibot";
import { railBalanceBody, type WaitingChain } from "#contract/phone.ts";
import { toCedis } from "#contract/terms/money.ts";
import { texts } from "#contract/terms/texts.ts";
import { useForm, FormDialog } from "../../../ui/form.tsx";
import { money, plainAmount } from "../../../lib/money.ts";
import { Alert } from "../../../ui/alert.tsx";
import { TextField } from "../../../ui/field.tsx";
import { onceSent } from "../payment-dialogs.tsx";
import { ReasonField } from "../../../office/reason-field.tsx";
import { railNames } from "#contract/rails.ts";
import type { PhoneRailReport } from "../payments.query.ts";

interface Props {
  rail: PhoneRailReport;
  /** The messages that are to follow; undefined if there are none yet. */
  chain: WaitingChain | undefined;
  onClose: () => void;
}

/** Says what a wallet held before the messages that wait, so that they follow it. */
export function BalanceDialog({ rail: { rail, balance: from }, chain, onClose }: Props) {
  const form = useForm({
    schema: railBalanceBody,
    initial: { balance: chain?.from?.toFixed(2) ?? "", reason: "" },
    body: (typed) => ({ from, ...typed, balance: plainAmount(typed.balance) }),
    send: (typed, send) => {
      const balance = toCedis(parse(railBalanceBody, typed).balance);
      return send<{ pending?: true }>({
        method: "POST",
        path: `/payment/phone/${rail}/balance`,
        body: { ...typed, balance },
        changes: [
          {
            what: `balance, ${railNames[rail]}`,
            before: from === null ? null : money(from),
            after: money(balance),
          },
        ],
      });
    },
    ...onceSent<{ pending?: true }, unknown>(onClose, ({ pending }) =>
      pending ? texts.awaitingApproval : "The messages follow this balance now",
    ),
  });
  return (
    <FormDialog
      title={`What did ${railNames[rail]} hold?`}
      form={form}
      send="Go on from this balance"
      onClose={onClose}
    >
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
      <TextField
        label="Balance"
        inputMode="decimal"
        {...form.field("balance")}
        onValue={(text) => form.set({ balance: text.replace(/[^\d.,]/g, "") })}
      />
      <ReasonField {...form.field("reason")} />
    </FormDialog>
  );
}
