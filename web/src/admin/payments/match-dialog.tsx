import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { PaymentRecord } from "#api/contract/payments.ts";
import type { TopupRecord } from "#api/contract/topups.ts";
import { money } from "../../lib/money.ts";
import { useForm } from "../../lib/form.ts";
import { fetchPage, queryString } from "../../lib/lists.ts";
import { queryClient } from "../../lib/query-client.ts";
import { texts } from "#ledger/terms/texts.ts";
import { Fact, Facts } from "../../ui/facts.tsx";
import { Field } from "../../ui/field.tsx";
import { FormEnd } from "../../ui/form-end.tsx";
import { NativeSelect } from "../../ui/native-select.tsx";
import { notify } from "../../ui/notifications.ts";
import { ResponsiveDialog } from "../../ui/responsive-dialog.tsx";
import { UserPicker } from "../finance/user-picker.tsx";
import { accountQuery } from "../users/account.query.ts";
import { railNames } from "#api/contract/rails.ts";

interface Answer {
  pending?: true;
}

interface Typed {
  chosenId: string | undefined;
  recharge: string;
}

/** Says whose a payment is. The wallet is credited with what came in, whatever was asked for. */
export function MatchDialog({ payment, onClose }: { payment: PaymentRecord; onClose: () => void }) {
  const [typed, setTyped] = useState<Typed>({ chosenId: undefined, recharge: "" });
  const { chosenId, recharge } = typed;
  const { data: account } = useQuery({ ...accountQuery(chosenId ?? ""), enabled: chosenId !== undefined });
  const user = chosenId === undefined ? undefined : account?.user;
  const requests = useRequests(user?._id, payment.amount);
  const chosen = requests.find(({ _id }) => _id === recharge);
  // An admin had credited it by hand before it was known.
  const isCover = chosen?.status === "approved";
  const form = useForm({
    values: typed,
    onChange: (change) => setTyped({ ...typed, ...change }),
    check: () => (user === undefined ? { user: "Please choose a user" } : {}),
    body: () => ({
      ...(!isCover && { user: user?._id }),
      recharge: recharge === "" ? null : Number(recharge),
    }),
    send: (body, send) =>
      send<Answer>({ method: "PUT", path: `/payment/${payment._id}/${isCover ? "cover" : "match"}`, body }),
    onDone: ({ pending }) => {
      const done = isCover ? "Noted: the wallet has it already" : "Matched, and the wallet is credited";
      notify(pending ? texts.awaitingApproval : done, "success");
      onClose();
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["payments"] }),
  });
  return (
    <ResponsiveDialog title="Whose payment is this?" isStatic onClose={onClose}>
      <form noValidate className="flex flex-col gap-3" onSubmit={form.submit}>
        <Facts>
          <Fact name="Amount">{money(payment.amount)}</Fact>
          <Fact name="Transaction">
            {payment.transaction} ({railNames[payment.rail]})
          </Fact>
        </Facts>
        <UserPicker
          chosen={user}
          error={form.problems["user"]}
          onChoose={(id) => form.set({ chosenId: id, recharge: "" })}
        />
        {requests.length > 0 && (
          <RequestField
            requests={requests}
            isCover={isCover}
            recharge={recharge}
            onChoose={(chosenRecharge) => form.set({ recharge: chosenRecharge })}
          />
        )}
        {user !== undefined && !isCover && (
          <p role="status" className="text-sm">
            Balance {money(user.balance)} →{" "}
            <b className="text-success">{money(user.balance + payment.amount)}</b>
          </p>
        )}
        <FormEnd form={form} onCancel={onClose}>
          {isCover ? "It was credited by hand" : `Credit ${money(payment.amount)}`}
        </FormEnd>
      </form>
    </ResponsiveDialog>
  );
}

function RequestField({
  requests,
  isCover,
  recharge,
  onChoose,
}: {
  requests: readonly TopupRecord[];
  isCover: boolean;
  recharge: string;
  onChoose: (recharge: string) => void;
}) {
  return (
    <Field
      label="Pays for the request"
      hint={
        isCover ? "Credited already: nothing is credited again" : "It is approved together with the credit"
      }
    >
      {(parts) => (
        <NativeSelect {...parts} value={recharge} onChange={({ target }) => onChoose(target.value)}>
          <option value="">None of their requests</option>
          {requests.map(({ _id, rechargeId, amount, status }) => (
            <option key={_id} value={_id}>
              {rechargeId}, {money(amount)}
              {status === "approved" && ", credited by hand"}
            </option>
          ))}
        </NativeSelect>
      )}
    </Field>
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
