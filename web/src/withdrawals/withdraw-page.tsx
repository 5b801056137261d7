import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { safeParse } from "valibot";
import { cedis } from "#contract/fields.ts";
import { formatDateTime } from "#contract/terms/dates.ts";
import { toCedis } from "#contract/terms/money.ts";
import { groupPhone } from "#contract/terms/phone.ts";
import { rejectionText } from "#contract/terms/rejections.ts";
import { takenBack } from "#contract/terms/withdrawals.ts";
import {
  obstacleText,
  type WithdrawalAnswer,
  type WithdrawalOffer,
  type WithdrawalRecord,
} from "#contract/withdrawals.ts";
import { countText } from "../lib/count-text.ts";
import { useCommand } from "../lib/command.ts";
import { money, pesewas, plainAmount } from "../lib/money.ts";
import { notify } from "../lib/notifications.ts";
import { queryClient } from "../lib/query-client.ts";
import { SignedReceipt } from "../receipts/signed-receipt.tsx";
import { Alert } from "../ui/alert.tsx";
import { buttonVariants, OnlineButton } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Fact, Facts } from "../ui/facts.tsx";
import { TextField } from "../ui/field.tsx";
import { ErrorAlert, Form, useForm } from "../ui/form.tsx";
import { PageTitle } from "../ui/page-title.tsx";
import { EmptyState, Loading } from "../ui/placeholders.tsx";
import { OwnBalance } from "../users/own-balance.tsx";
import { meQuery } from "../users/users.query.ts";
import { WithdrawalBadge } from "./withdrawal-badge.tsx";
import { myWithdrawalsQuery, shown_max, withdrawalOfferQuery } from "./withdrawals.query.ts";

/** Takes money out of the wallet, to the user's own mobile money. */
export default function WithdrawPage() {
  const query = useQuery(withdrawalOfferQuery);
  const { data: me } = useQuery(meQuery);
  const { data: offer } = query;
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-col gap-3.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <PageTitle>Withdraw</PageTitle>
        <p className="text-sm text-muted-foreground">
          Available balance{" "}
          <b className="text-foreground">
            {me === undefined ? "…" : <OwnBalance amount={pesewas(me.balance)} />}
          </b>
        </p>
      </div>
      <Loading of={query} what="What you can withdraw could not be loaded." rows={2} height="h-32" />
      {offer !== undefined && (offer.isOn ? <Offer of={offer} /> : <Off />)}
      <Mine />
    </div>
  );
}

function Off() {
  return <Alert variant="info">This shop does not pay out of your wallet at present.</Alert>;
}

function Offer({ of }: { of: WithdrawalOffer }) {
  const { obstacle, max, min } = of;
  if (obstacle !== null)
    return (
      <Alert className="flex flex-wrap items-center justify-between gap-3">
        <p>{obstacleText(obstacle, of)}</p>
        {obstacle === "phone_not_proved" && (
          <Link to="/home/user-details" className={buttonVariants({ variant: "outline", size: "sm" })}>
            To your profile
          </Link>
        )}
      </Alert>
    );
  if (max < min) return <Alert variant="info">{tooLittle(of)}</Alert>;
  // A changed offer starts the form again: nobody agrees to a fee that they have not seen.
  return <AmountForm key={of.fee} of={of} />;
}

function tooLittle({ bound, min, max, what }: WithdrawalOffer): string {
  const least = `A withdrawal is at least ${money(min)}`;
  if (bound === "day") return `${least}. You can withdraw ${money(max)} more within 24 hours.`;
  if (what === "earnings")
    return `${least}. You can withdraw what your own shop has earned: ${money(max)} so far.`;
  return `${least}. Your wallet holds ${money(max)}.`;
}

function mostText({ bound, max }: WithdrawalOffer): string {
  if (bound === "day") return `At most ${money(max)} now: that is left of your 24 hours`;
  if (bound === "earnings") return `At most ${money(max)}: that is what your own shop has earned`;
  return `At most ${money(max)}: that is in your wallet`;
}

function wrongWith(of: WithdrawalOffer, typed: string): string | undefined {
  const amount = safeParse(cedis, typed);
  if (!amount.success) return rejectionText({ code: "amount_invalid" });
  if (amount.output < pesewas(of.min)) return `A withdrawal is at least ${money(of.min)}`;
  return amount.output > pesewas(of.max) ? mostText(of) : undefined;
}

function AmountForm({ of }: { of: WithdrawalOffer }) {
  const { phone, min, fee } = of;
  const form = useForm({
    initial: { amount: "" },
    body: ({ amount }) => ({ amount: plainAmount(amount), fee }),
    check: ({ amount: asked }) => {
      const wrong = wrongWith(of, asked);
      return wrong === undefined ? {} : { amount: wrong };
    },
    send: (body, send) => send<WithdrawalAnswer>({ method: "POST", path: "/withdrawal", body }),
    onDone: ({ withdrawal }) => {
      form.set({ amount: "" });
      notify(`${money(withdrawal.amount)} has left your wallet, and waits for the shop`, "success");
    },
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ["withdrawals"] }),
        queryClient.invalidateQueries(meQuery),
      ]),
  });
  const field = form.field("amount");
  const typed = safeParse(cedis, plainAmount(form.values.amount));
  const arrives = typed.success ? Math.max(0, toCedis(typed.output) - fee) : undefined;
  return (
    <Card role="region" aria-label="New withdrawal">
      <Form form={form} send="Withdraw" buttonLook="w-full">
        <TextField
          label="Amount (¢)"
          hint={`At least ${money(min)}. ${mostText(of)}.`}
          inputMode="decimal"
          {...field}
          // What was wrong may be right by now.
          error={field.error === undefined ? undefined : wrongWith(of, plainAmount(field.value))}
        />
        <Facts>
          <Fact name="To your number">{groupPhone(phone)}</Fact>
          {fee > 0 && <Fact name="Fee">{money(fee)}</Fact>}
          <Fact name="You receive">
            <span role="status">{arrives === undefined ? "…" : money(arrives)}</span>
          </Fact>
        </Facts>
        <p className="text-sm text-muted-foreground">
          The shop approves each withdrawal. The money leaves your wallet at once; if it cannot be paid, all
          of it comes back.
        </p>
      </Form>
    </Card>
  );
}

function Mine() {
  const query = useQuery(myWithdrawalsQuery);
  const { data } = query;
  return (
    <section aria-label="Your withdrawals" className="mt-2 flex flex-col gap-2.5">
      <h2 className="text-lg font-bold">Your withdrawals</h2>
      <Loading of={query} what="Your withdrawals could not be loaded." rows={2} height="h-28" />
      {data?.items.length === 0 && (
        <EmptyState title="No withdrawals yet">Your first withdrawal will appear here.</EmptyState>
      )}
      {data?.items.map((withdrawal) => (
        <One key={withdrawal._id} of={withdrawal} />
      ))}
      {data !== undefined && data.total > shown_max && (
        <p className="text-sm text-muted-foreground">
          These are the last {shown_max} of {countText(data.total, "withdrawal")}. Your statement has all of
          them.
        </p>
      )}
    </section>
  );
}

/** One withdrawal, with what has become of it so far. */
function One({ of }: { of: WithdrawalRecord }) {
  const { _id, status, amount, arrives, fee, phone } = of;
  const cancel = useCommand({
    send: (_: void, send) =>
      send<WithdrawalAnswer>({ method: "PUT", path: `/withdrawal/${_id}/cancel`, body: {} }),
    onDone: () => notify(`${money(amount)} is back in your wallet`, "success"),
    onError: () => undefined,
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ["withdrawals"] }),
        queryClient.invalidateQueries(meQuery),
      ]),
  });
  return (
    <Card role="group" aria-label={`Withdrawal of ${money(amount)}`} className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <b className="text-lg">{money(amount)}</b>
        <WithdrawalBadge {...of} />
      </div>
      <p className="text-sm text-muted-foreground">
        {money(arrives)} to {groupPhone(phone)}
        {fee > 0 && `, ${money(fee)} fee`}
      </p>
      <ol className="flex flex-col gap-1 border-l-2 border-border pl-3 text-sm">
        {stepsOf(of).map(({ at, text }) => (
          <li key={text} className="wrap-anywhere">
            {at !== null && <span className="text-muted-foreground">{formatDateTime(at)} · </span>}
            {text}
          </li>
        ))}
      </ol>
      {status === "paid" && <SignedReceipt path={`/withdrawal/${_id}/receipt`} />}
      <ErrorAlert error={cancel.error} />
      {status === "requested" && (
        <OnlineButton
          variant="outline"
          size="sm"
          className="self-start"
          busy={cancel.isBusy}
          onClick={() => cancel.send()}
        >
          Take it back
        </OnlineButton>
      )}
    </Card>
  );
}

interface Step {
  at: string | null;
  text: string;
}

function stepsOf({ status, createdAt, sentAt, decidedAt, transaction, reason, amount }: WithdrawalRecord) {
  const back = `${money(amount)} is back in your wallet`;
  const ends: Record<WithdrawalRecord["status"], Step> = {
    requested: { at: null, text: "Waits for the shop" },
    sent: { at: null, text: "On its way to your phone" },
    paid: { at: decidedAt, text: `Paid. Transaction ${transaction ?? ""}` },
    failed: { at: decidedAt, text: `Not paid: ${reason ?? ""}. ${back}` },
    rejected: {
      at: decidedAt,
      text: reason === takenBack ? `Taken back. ${back}` : `Not approved: ${reason ?? ""}. ${back}`,
    },
  };
  return [
    { at: createdAt, text: "Asked for" },
    ...(sentAt === null ? [] : [{ at: sentAt, text: "Approved" }]),
    ends[status],
  ];
}
