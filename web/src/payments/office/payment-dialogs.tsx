import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { PaymentRecord } from "#contract/payments.ts";
import type { TopupRecord } from "#contract/topups.ts";
import { money } from "../../lib/money.ts";
import { Checkbox } from "../../ui/checkbox.tsx";
import { useForm, FormDialog } from "../../ui/form.tsx";
import { fetchPage, queryString } from "../../lib/lists.ts";
import { texts } from "#contract/terms/texts.ts";
import { SelectField } from "../../ui/native-select.tsx";
import { UserPicker } from "../../topups/office/wallet-update.tsx";
import { accountQuery } from "../../office/account.query.ts";
import { railNames } from "#contract/rails.ts";
import { notify } from "../../lib/notifications.ts";
import { queryClient } from "../../lib/query-client.ts";
import { Fact, Facts } from "../../ui/facts.tsx";
import { reasonBody } from "#contract/fields.ts";
import { ReasonField } from "../../office/reason-field.tsx";

interface Answer {
  pending?: true;
}

const done = {
  cover: "Noted: the wallet has it already",
  match: "Matched, and the wallet is credited",
};

const hints = {
  cover: "Credited already: nothing is credited again",
  match: "It is approved together with the credit",
};

/** Says whose a payment is. The wallet is credited with what came in, whatever was asked for. */
export function MatchDialog({ payment, onClose }: { payment: PaymentRecord; onClose: () => void }) {
  const [typed, setTyped] = useState({ chosenId: undefined as string | undefined, recharge: "" });
  const { chosenId, recharge } = typed;
  const { data: account } = useQuery({ ...accountQuery(chosenId ?? ""), enabled: chosenId !== undefined });
  const user = chosenId === undefined ? undefined : account?.user;
  const requests = useRequests(user?._id, payment.amount);
  const chosen = requests.find(({ _id }) => _id === recharge);
  // An admin had credited it by hand before it was known.
  const isCover = chosen?.status === "approved";
  const act = isCover ? ("cover" as const) : ("match" as const);
  const form = useForm({
    values: typed,
    onChange: (change) => setTyped({ ...typed, ...change }),
    check: () => (user === undefined ? { user: "Please choose a user" } : {}),
    body: () => ({
      act,
      ...(!isCover && { user: user?._id }),
      recharge: recharge === "" ? null : Number(recharge),
    }),
    send: ({ act: asked, ...body }, send) =>
      send<Answer>({ method: "PUT", path: `/payment/${payment._id}/${asked}`, body }),
    // The request may have changed since.
    ...onceSent<Answer, { act: keyof typeof done }>(onClose, ({ pending }, { act: asked }) =>
      pending ? texts.awaitingApproval : done[asked],
    ),
  });
  return (
    <FormDialog
      title="Whose payment is this?"
      form={form}
      send={isCover ? "It was credited by hand" : `Credit ${money(payment.amount)}`}
      onClose={onClose}
    >
      <PaymentFacts payment={payment} />
      <UserPicker
        chosen={user}
        error={form.problems["user"]}
        onChoose={(id) => form.set({ chosenId: id, recharge: "" })}
      />
      {requests.length > 0 && (
        <SelectField label="Pays for the request" hint={hints[act]} {...form.field("recharge")}>
          <option value="">None of their requests</option>
          {requests.map(({ _id, rechargeId, amount, status }) => (
            <option key={_id} value={_id}>
              {rechargeId}, {money(amount)}
              {status === "approved" && ", credited by hand"}
            </option>
          ))}
        </SelectField>
      )}
      {user !== undefined && !isCover && (
        <p role="status" className="text-sm">
          Balance {money(user.balance)} →{" "}
          <b className="text-success">{money(user.balance + payment.amount)}</b>
        </p>
      )}
    </FormDialog>
  );
}

const requests_max = 20;

/** The user's newest requests of exactly this amount that were not declined. */
function useRequests(user: string | undefined, amount: number): TopupRecord[] {
  const asked = { user, limit: requests_max };
  const { data } = useQuery({
    queryKey: ["payments", "requests", asked],
    staleTime: 0,
    enabled: user !== undefined,
    queryFn: ({ signal }) => fetchPage<TopupRecord>(`/recharge${queryString(asked)}`, signal),
  });
  return user === undefined
    ? []
    : (data?.rows.filter((topup) => topup.amount === amount && topup.status !== "declined") ?? []);
}

/**
 * For the form of a dialog about payments: once it is sent, it says so and closes, and all that the page shows of payments
 * is read again.
 */
export function onceSent<Result, Body>(
  onClose: () => void,
  said: string | ((result: Result, body: Body) => string),
) {
  return {
    onDone: (result: Result, body: Body) => {
      notify(typeof said === "string" ? said : said(result, body), "success");
      onClose();
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["payments"] }),
  };
}

/** Which payment a dialog is about. */
export function PaymentFacts({ payment: { amount, transaction, rail } }: { payment: PaymentRecord }) {
  return (
    <Facts>
      <Fact name="Amount">{money(amount)}</Fact>
      <Fact name="Transaction">
        {transaction} ({railNames[rail]})
      </Fact>
    </Facts>
  );
}

/** Books that the shop has sent a payment back, or notes why it waits. */
export function ReturnDialog({ payment, onClose }: { payment: PaymentRecord; onClose: () => void }) {
  const form = useForm({
    schema: reasonBody,
    initial: { reason: "", isHeld: false },
    send: ({ reason, isHeld }, send) =>
      send({
        method: "PUT",
        path: `/payment/${payment._id}/${isHeld ? "hold" : "return"}`,
        body: { reason },
      }),
    ...onceSent<unknown, { reason: string; isHeld: boolean }>(onClose, (_, { isHeld }) =>
      isHeld ? "Noted" : "Booked as returned",
    ),
  });
  return (
    <FormDialog
      title="Return or hold"
      form={form}
      send={form.values.isHeld ? "Note it" : "Book as returned"}
      onClose={onClose}
    >
      <p className="text-sm text-muted-foreground">
        Send the money back on the rail first. Booked here, it is no longer the shop&apos;s. To decide later,
        note why it waits.
      </p>
      <PaymentFacts payment={payment} />
      <ReasonField {...form.field("reason")} />
      <label className="flex min-h-12 items-center gap-3">
        <Checkbox checked={form.values.isHeld} onCheckedChange={(isHeld) => form.set({ isHeld })} />
        Only note why it waits
      </label>
    </FormDialog>
  );
}
