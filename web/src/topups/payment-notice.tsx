import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { queryClient, getQuery } from "../lib/query-client.ts";
import { Phone } from "lucide-react";
import { safeParse } from "valibot";
import { momoTransactionId } from "#contract/fields.ts";
import type { TopupRecord, NextTopupAnswer } from "#contract/topups.ts";
import { formatCedis, plainCedis, toCedis, type Pesewas } from "#contract/terms/money.ts";
import { groupPhone } from "#contract/terms/phone.ts";
import type { TopupPurpose } from "#contract/terms/statuses.ts";
import { rechargeSubmitted, texts } from "#contract/terms/texts.ts";
import { errorText, isCode, isUnknown } from "../lib/api-error.ts";
import { useDraft } from "../lib/draft.ts";
import { Form, useForm } from "../ui/form.tsx";
import type { Problems } from "../lib/problems.ts";
import { unansweredLike } from "../lib/command.ts";
import { applyChange } from "../live/apply.ts";
import { buttonVariants } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { Fact, Facts } from "../ui/facts.tsx";
import { Loading, Skeleton } from "../ui/placeholders.tsx";
import { TextField } from "../ui/field.tsx";
import { notify } from "../lib/notifications.ts";
import { ResponsiveDialog } from "../ui/responsive-dialog.tsx";
import { noticeQuery } from "../live/notice.query.ts";
import { myTopupsQuery } from "./my-topups.query.ts";
import { forgetTopupDrafts, requestCommand, topupDrafts } from "./topup-request.ts";

/** The reference of the next request. The server reserves it for this user until it is used. */
const nextReferenceQuery = getQuery<NextTopupAnswer, string>(
  ["next-recharge-id"],
  "/recharge/next-recharge-id",
  {
    select: (answer) => answer.nextRechargeId,
    // The feed does not report it, and it must not change while the user is copying it.
    staleTime: Infinity,
    gcTime: 0,
  },
);

interface Props {
  amount: Pesewas;
  purpose: TopupPurpose;
  onClose: () => void;
}

/** Shows where to send the money and with which reference. 'I have paid' makes the request. */
export function PaymentNotice(props: Props) {
  const { amount, onClose } = props;
  const reference = useQuery(nextReferenceQuery);
  const { request, wrong } = useRequest(props, reference.data);
  return (
    <ResponsiveDialog title={texts.paymentNotice} isStatic onClose={onClose}>
      <ol className="flex list-inside list-decimal flex-col text-sm text-muted-foreground">
        <li>Send the amount by mobile money.</li>
        <li>Write the reference in the note.</li>
        <li>Come back and press the button.</li>
      </ol>
      <Loading of={reference} what="The reference could not be created." />
      {/* The code of MTN's mobile money menu. A phone opens it with the number typed in. */}
      <a href="tel:*170%23" className={buttonVariants({ variant: "soft" })}>
        <Phone aria-hidden className="size-5" /> Dial *170#
      </a>
      <PaymentFacts amount={amount} reference={reference} />
      <Form
        form={request}
        send={texts.iHavePaid}
        textOf={failureText}
        buttonLook="whitespace-nowrap"
        onCancel={onClose}
      >
        <TextField
          label="MoMo transaction ID (optional)"
          autoCapitalize="characters"
          {...request.field("momoTransactionId")}
          error={wrong}
        />
      </Form>
    </ResponsiveDialog>
  );
}

function PaymentFacts({ amount, reference }: { amount: Pesewas; reference: UseQueryResult<string> }) {
  const query = useQuery(noticeQuery);
  const { data: notice } = query;
  const wait = <Skeleton className="h-5 w-28" />;
  if (query.isError && notice === undefined)
    return <Loading of={query} what="The payment details could not be loaded." />;
  return (
    <Facts>
      <Fact name="Amount">
        {formatCedis(amount)} <CopyButton value={plainCedis(amount)} what="amount" />
      </Fact>
      <Fact name="Number">
        {notice === undefined ? (
          wait
        ) : (
          <span className="whitespace-nowrap">{groupPhone(notice.momoPhoneNumber)}</span>
        )}
        <CopyButton value={notice?.momoPhoneNumber ?? ""} what="number" />
      </Fact>
      <Fact name="Name">
        {notice?.momoAccountName ?? wait}
        <CopyButton value={notice?.momoAccountName ?? ""} what="name" />
      </Fact>
      <Fact name="Reference">
        {reference.data !== undefined ? (
          <span data-testid="reference">{reference.data}</span>
        ) : // If it has failed, the dialog says why.
        reference.isError ? (
          "–"
        ) : (
          wait
        )}
        <CopyButton value={reference.data ?? ""} what="reference" />
      </Fact>
    </Facts>
  );
}

function failureText(error: Error): string {
  return isUnknown(error)
    ? `${errorText(error)} Press the button again: the request is made only once.`
    : errorText(error);
}

function useRequest({ amount, purpose, onClose }: Props, reference: string | undefined) {
  const [typed, setTyped] = useDraft(topupDrafts.transactionId, "");
  const parsed = safeParse(momoTransactionId, typed);
  const wrong = parsed.success ? undefined : parsed.issues[0].message;
  const request = useForm({
    values: { momoTransactionId: typed },
    onChange: ({ momoTransactionId: text = "" }) => setTyped(text),
    check: (): Problems => {
      if (reference === undefined) return { rechargeId: "There is no reference yet. Please wait for it." };
      return wrong === undefined ? {} : { momoTransactionId: wrong };
    },
    body: () =>
      requestCommand({
        amount: toCedis(amount),
        rechargeId: reference ?? "",
        purpose,
        momoTransactionId: parsed.success ? parsed.output : null,
      }),
    send: (command, send) => send<{ recharge: TopupRecord; position: number }>(command),
    onDone: ({ recharge, position }) => {
      applyChange(queryClient, { event: "rechargeUpdated", data: recharge, position });
      notify(rechargeSubmitted(recharge.rechargeId), "success");
      queryClient.removeQueries(nextReferenceQuery);
      forgetTopupDrafts();
      onClose();
    },
    onError: (error, command) => {
      // The list already had the request when the call failed, and the page has said so (topup-request.ts).
      if (isUnknown(error) && unansweredLike(command) === undefined) return;
      notify(errorText(error), "danger");
      if (!isCode(error, "reference_taken")) return;
      // An earlier request of this page (topup-request.ts) or another tab used the reference, so the next one is
      // fetched.
      void queryClient.invalidateQueries(myTopupsQuery);
      void queryClient.resetQueries(nextReferenceQuery);
    },
  });
  return { request, wrong };
}
