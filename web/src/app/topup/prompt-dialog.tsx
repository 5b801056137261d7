import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { safeParse } from "valibot";
import { otpBody, type PromptOffer, type PromptState } from "#api/contract/payments.ts";
import type { TopupRecord } from "#api/contract/topups.ts";
import { formatCedis, type Pesewas, toCedis } from "#ledger/terms/money.ts";
import { groupPhone } from "#ledger/terms/phone.ts";
import { type Problems, useForm } from "../../lib/form.ts";
import { useCommand } from "../../lib/use-command.ts";
import { call } from "../../lib/api.ts";
import { applyChange } from "../../live/apply.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { Field, Input } from "../../ui/field.tsx";
import { FormEnd } from "../../ui/form-end.tsx";
import { ResponsiveDialog } from "../../ui/responsive-dialog.tsx";
import { meQuery } from "../account/users.query.ts";
import { myTopupsQuery } from "./my-topups.query.ts";
import { promptQuery } from "./prompt.query.ts";
import { forgetTopupDrafts } from "./topup-request.ts";

interface Props {
  amount: Pesewas;
  offer: PromptOffer;
  onClose: () => void;
}

interface Sent extends PromptState {
  recharge: TopupRecord;
  position: number;
}

/** Sends a prompt to the user's phone, and shows what becomes of it. */
export function PromptDialog({ amount, offer, onClose }: Props) {
  const client = useQueryClient();
  const [sent, setSent] = useState<Sent>();
  const prompt = useCommand({
    send: (_: void, send) =>
      send<Sent>({
        method: "POST",
        path: "/payment/prompt",
        body: { amount: toCedis(amount) },
        isKept: true,
      }),
    onDone: (answer) => {
      applyChange(client, { event: "rechargeUpdated", data: answer.recharge, position: answer.position });
      forgetTopupDrafts();
      setSent(answer);
    },
    // The form shows it.
    onError: () => undefined,
  });
  const { submit } = useForm({ check: (): Problems => ({}), send: () => prompt.send() });
  return (
    <ResponsiveDialog title="Pay on your phone" isStatic onClose={onClose}>
      <Facts>
        <Fact name="Amount">{formatCedis(amount)}</Fact>
        <Fact name="Number">
          <span className="whitespace-nowrap">{groupPhone(offer.phone)}</span>
        </Fact>
      </Facts>
      {sent === undefined ? (
        <form noValidate className="flex flex-col gap-3" onSubmit={submit}>
          <p className="text-sm text-muted-foreground">
            Your network asks you on this phone to approve the payment with your MoMo PIN. Never tell anybody
            the PIN: the shop does not ask for it.
          </p>
          <FormEnd form={prompt} className="whitespace-nowrap" onCancel={onClose}>
            Send the prompt
          </FormEnd>
        </form>
      ) : (
        <Progress sent={sent} amount={amount} onClose={onClose} />
      )}
    </ResponsiveDialog>
  );
}

function Progress({ sent, amount, onClose }: { sent: Sent; amount: Pesewas; onClose: () => void }) {
  const { _id } = sent.recharge;
  const { data: prompt = sent, refetch } = useQuery(promptQuery(_id));
  const { data: topups } = useQuery(myTopupsQuery);
  const { data: me } = useQuery(meQuery);
  // The feed is faster than asking.
  const isIn = topups?.some((topup) => topup._id === _id && topup.status === "approved") === true;
  const state = isIn ? "paid" : prompt.state;
  return (
    <div className="flex flex-col gap-3">
      <Alert role="status" variant={looks[state]} data-state={state}>
        <b className="text-base">{titles[state]}</b>
        <br />
        {state === "paid" ? (
          <>
            {formatCedis(amount)} is in your wallet.
            {me !== undefined && ` Balance: ¢${me.balance.toFixed(2)}`}
          </>
        ) : (
          (texts[state] ?? prompt.said)
        )}
      </Alert>
      {state === "otp" && <CodeForm id={_id} said={prompt.said} onSent={() => void refetch()} />}
      <Button variant={state === "paid" ? "default" : "outline"} onClick={onClose}>
        {state === "paid" ? "Done" : "Close"}
      </Button>
    </div>
  );
}

const titles: Record<PromptState["state"], string> = {
  asking: "Asking your network …",
  otp: "Enter the code of your network",
  waiting: "Approve it on your phone",
  paid: "Paid",
  failed: "The payment was not made",
  strange: "The shop is checking your payment",
};

const texts: Partial<Record<PromptState["state"], string>> = {
  asking: "You can close this. If the payment is made, your wallet is credited by itself.",
  waiting: "This page changes by itself. If no prompt comes, dial *170# and look under approvals.",
  failed: "Your balance is unchanged. If you were charged, the money still comes by itself.",
  strange: "What was paid is not what was asked for. An admin decides, and you will see it here.",
};

const looks = {
  asking: "info",
  otp: "info",
  waiting: "info",
  paid: "info",
  failed: "destructive",
  strange: "warning",
} as const;

function CodeForm({ id, said, onSent }: { id: string; said: string; onSent: () => void }) {
  const [typed, setTyped] = useState("");
  const form = useForm({
    check: (): Problems => {
      const parsed = safeParse(otpBody, { otp: typed });
      return parsed.success ? {} : { otp: parsed.issues[0].message };
    },
    send: () => call<PromptState>("POST", `/payment/prompt/${id}/otp`, { body: { otp: typed } }),
    onDone: onSent,
  });
  return (
    <form noValidate className="flex flex-col gap-3" onSubmit={form.submit}>
      <Field label="Code" hint={said} error={form.problems["otp"]}>
        {(parts) => (
          <Input
            {...parts}
            inputMode="numeric"
            autoComplete="one-time-code"
            value={typed}
            onChange={({ target }) => setTyped(target.value.replace(/\D/g, ""))}
          />
        )}
      </Field>
      <FormEnd form={form}>Send the code</FormEnd>
    </form>
  );
}
