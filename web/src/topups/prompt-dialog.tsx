import { useQuery } from "@tanstack/react-query";
import { queryClient, getQuery } from "../lib/query-client.ts";
import { Link } from "@tanstack/react-router";
import { type FormEvent, type ReactNode, useState } from "react";
import { askingRail, railNames } from "#contract/rails.ts";
import type { PromptAnswer, PromptOffer, PromptState } from "#contract/payments.ts";
import { formatCedis, type Pesewas, toCedis } from "#contract/terms/money.ts";
import { groupPhone } from "#contract/terms/phone.ts";
import { call } from "../lib/api.ts";
import { useCommand } from "../lib/command.ts";
import { applyChange } from "../live/apply.ts";
import { Alert } from "../ui/alert.tsx";
import { Button, buttonVariants, OnlineButton } from "../ui/button.tsx";
import { Fact, Facts } from "../ui/facts.tsx";
import { ErrorAlert, FormEnd } from "../ui/form.tsx";
import { ResponsiveDialog } from "../ui/responsive-dialog.tsx";
import { meQuery } from "../users/users.query.ts";
import { CodeForm } from "./code-form.tsx";
import { myTopupsQuery } from "./my-topups.query.ts";
import { forgetTopupDrafts } from "./topup-request.ts";

interface Props {
  amount: Pesewas;
  offer: PromptOffer;
  onClose: () => void;
}

/** A prompt on the user's phone, or the rail's page, on which any number can be entered. */
type Way = "prompt" | "page";

type Asked = PromptAnswer & { way: Way };

/** Asks for the payment, and shows what becomes of it. */
export function PromptDialog({ amount, offer, onClose }: Props) {
  const [asked, setAsked] = useState<Asked>();
  const pay = useCommand({
    send: (way: Way, send) =>
      send<PromptAnswer>({
        method: "POST",
        path: `/payment/${way}`,
        body: { amount: toCedis(amount) },
        isKept: true,
      }),
    onDone: (answer, way) => {
      const { recharge, position, page } = answer;
      applyChange(queryClient, { event: "rechargeUpdated", data: recharge, position });
      forgetTopupDrafts();
      setAsked({ ...answer, way });
      if (page !== null) location.assign(page);
    },
    // The form shows it.
    onError: () => undefined,
  });
  const page = `${railNames[askingRail(offer)]}'s page`;
  const way = offer.obstacle === null ? "prompt" : "page";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    pay.send(way);
  };
  const pageButton = (
    <OnlineButton variant="ghost" busy={pay.isBusy && pay.input === "page"} onClick={() => pay.send("page")}>
      Pay on {page}
    </OnlineButton>
  );
  return (
    <ResponsiveDialog title="Pay on your phone" isStatic onClose={onClose}>
      <Facts>
        <Fact name="Amount">{formatCedis(amount)}</Fact>
        <Fact name="Number">
          <span className="whitespace-nowrap">{groupPhone(offer.phone)}</span>
        </Fact>
      </Facts>
      {asked === undefined ? (
        <form noValidate className="flex flex-col gap-3" onSubmit={submit}>
          <p className="text-sm text-muted-foreground">
            <Explanation obstacle={offer.obstacle} page={page} />
          </p>
          <FormEnd form={pay} className="whitespace-nowrap" onCancel={onClose}>
            {way === "prompt" ? "Send the prompt" : `Open ${page}`}
          </FormEnd>
          {way === "prompt" && pay.error !== null && pageButton}
        </form>
      ) : (
        <Progress key={asked.recharge._id} asked={asked} amount={amount} page={page} onClose={onClose}>
          <ErrorAlert error={pay.error} />
          {pageButton}
        </Progress>
      )}
    </ResponsiveDialog>
  );
}

function Explanation({ obstacle, page }: Pick<PromptOffer, "obstacle"> & { page: string }) {
  if (obstacle === null)
    return "Your network asks you on this phone to approve the payment with your MoMo PIN. Never tell anybody the PIN: the shop does not ask for it.";
  const onPage = `On ${page} you enter the number that pays, and approve the payment on its phone. Then you come back here.`;
  if (obstacle === "no network")
    return `No prompt can be sent to this number: its network is not known. ${onPage}`;
  return (
    <>
      No prompt can be sent to this number yet:{" "}
      <Link to="/home/user-details" className="text-primary underline underline-offset-3">
        prove that it is yours
      </Link>{" "}
      first. Or go on without it. {onPage}
    </>
  );
}

interface ProgressProps {
  asked: Asked;
  amount: Pesewas;
  /** What the rail's page is called. */
  page: string;
  onClose: () => void;
  /** The other way to pay. */
  children: ReactNode;
}

function Progress({ asked, amount, page, onClose, children }: ProgressProps) {
  const { _id } = asked.recharge;
  const { data: prompt = asked, refetch } = useQuery(promptQuery(_id));
  const { data: topups } = useQuery(myTopupsQuery);
  const { data: me } = useQuery(meQuery);
  // The feed is faster than asking.
  const isIn = topups?.some((topup) => topup._id === _id && topup.status === "approved") === true;
  const state = isIn ? "paid" : prompt.state;
  const stage =
    asked.way === "prompt" || isOver({ state }) ? state : asked.page === null ? "no page" : "page";
  return (
    <div className="flex flex-col gap-3">
      <Alert role="status" variant={looks[stage]} data-state={stage}>
        <b className="text-base">{titleOf(stage, page)}</b>
        <br />
        {stage === "paid" ? (
          <>
            {formatCedis(amount)} is in your wallet.
            {me !== undefined && ` Balance: ¢${me.balance.toFixed(2)}`}
          </>
        ) : (
          (texts[stage] ?? prompt.said)
        )}
      </Alert>
      {stage === "page" && asked.page !== null && (
        <a href={asked.page} className={buttonVariants()}>
          Open {page}
        </a>
      )}
      {stage === "otp" && (
        <CodeForm
          said={prompt.said}
          send={(body) => call<PromptState>("POST", `/payment/prompt/${_id}/otp`, { body })}
          onDone={() => void refetch()}
        />
      )}
      <Button variant={stage === "paid" ? "default" : "outline"} onClick={onClose}>
        {stage === "paid" ? "Done" : "Close"}
      </Button>
      {stage !== "paid" && stage !== "strange" && stage !== "page" && children}
    </div>
  );
}

type Stage = PromptState["state"] | "page" | "no page";

const titleOf = (stage: Stage, page: string) =>
  stage === "page" ? `Pay on ${page}` : stage === "no page" ? `${page} did not open` : titles[stage];

const titles = {
  asking: "Asking your network …",
  otp: "Enter the code of your network",
  waiting: "Approve it on your phone",
  paid: "Paid",
  failed: "The payment was not made",
  strange: "The shop is checking your payment",
};

const texts: Partial<Record<Stage, string>> = {
  asking: "You can close this. If the payment is made, your wallet is credited by itself.",
  waiting:
    "This page changes by itself. If no prompt comes, dial *170# and look under approvals. If you pay in another way, do not approve it as well.",
  page: "Your wallet is credited by itself once you have paid there.",
  "no page": "You have paid nothing. Please try again, or pay by hand.",
  failed: "Your balance is unchanged. If you were charged, the money still comes by itself.",
  strange: "What was paid is not what was asked for. An admin decides, and you will see it here.",
};

const looks = {
  asking: "info",
  otp: "info",
  waiting: "info",
  page: "info",
  "no page": "warning",
  paid: "info",
  failed: "destructive",
  strange: "warning",
} as const;

/** Whether the user can pay by a prompt, and on which number. */
export const promptOfferQuery = getQuery<PromptOffer>(["prompt offer"], "/payment/prompt", {
  // The number can be proved, and the day's limit used up, on another device.
  staleTime: 0,
});

const ask_again_ms = 3000;

/** What became of a prompt. The feed tells of the request; of the prompt itself only asking tells. */
const promptQuery = (id: string) =>
  getQuery<PromptState>(["prompt", id], `/payment/prompt/${id}`, {
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state }) => (isOver(state.data) ? false : ask_again_ms),
  });

function isOver(prompt: Pick<PromptState, "state"> | undefined): boolean {
  return prompt?.state === "paid" || prompt?.state === "failed" || prompt?.state === "strange";
}
