import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { PromptOffer } from "#contract/payments.ts";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { safeParse } from "valibot";
import { topupAmount } from "#contract/fields.ts";
import { limits } from "#contract/terms/limits.ts";
import { formatCedis, plainCedis, toCedis } from "#contract/terms/money.ts";
import { texts } from "#contract/terms/texts.ts";
import { useDraft } from "../lib/draft.ts";
import { useFields } from "../ui/form.tsx";
import { pesewas, plainAmount, money } from "../lib/money.ts";
import { buttonVariants, OnlineButton } from "../ui/button.tsx";
import { Chip, Chips } from "../ui/chips.tsx";
import { Field, Input } from "../ui/field.tsx";
import { PlayMoney } from "../ui/play-money.tsx";
import { PageTitle } from "../ui/page-title.tsx";
import { meQuery } from "../users/users.query.ts";
import { OwnBalance } from "../users/own-balance.tsx";
import { ClaimSection } from "./claim-section.tsx";
import { PaymentNotice } from "./payment-notice.tsx";
import { PromptDialog, promptOfferQuery } from "./prompt-dialog.tsx";
import { TopupReceipt } from "./topup-receipt.tsx";
import { topupDrafts, useMadeRequests } from "./topup-request.ts";
import type { TopupRecord } from "#contract/topups.ts";
import { pageOf } from "../lib/lists.ts";
import { StatusBadge, variantOf } from "../ui/badge.tsx";
import { columnsOf, CardButton } from "../ui/list-columns.tsx";
import { WholePager } from "../ui/pager.tsx";
import { QueryTable } from "../ui/query-table.tsx";
import { myTopupsQuery } from "./my-topups.query.ts";
import { CircleCheck, CircleX, Hourglass } from "lucide-react";
import { Alert } from "../ui/alert.tsx";
import { noticeQuery } from "../live/notice.query.ts";
import { loadLater } from "../lib/load-later.tsx";
import { SkeletonRows } from "../ui/placeholders.tsx";
import { withdrawalOfferQuery } from "../withdrawals/withdrawals.query.ts";
import { prefetch } from "../lib/query-client.ts";

const presets = [50_00, 100_00, 200_00, 500_00];

export const loader = () => prefetch(noticeQuery, myTopupsQuery);

const WithdrawPage = loadLater(() => import("../withdrawals/withdraw-page.tsx"));

/** Two tabs of one route: the login page loads the list of all routes. */
export function TopupPage() {
  const { tab } = useSearch({ from: "/home/topup" });
  if (tab !== "withdraw") return <Topup />;
  return <WithdrawPage placeholder={<SkeletonRows count={2} className="h-40" />} />;
}

function Topup() {
  const { notice, amount, back } = useSearch({ from: "/home/topup" });
  const navigate = useNavigate({ from: "/home/topup" });
  const { data: me } = useQuery(meQuery);
  const toPay = pesewas(amount ?? 0);
  const { data: offer } = useQuery(promptOfferQuery);
  const isAmount = safeParse(topupAmount, toCedis(toPay)).success;
  const isOpen = notice === "topup" && isAmount;
  const close = () => void navigate({ search: ({ notice: _, ...old }) => old, replace: true });
  useMadeRequests(isOpen ? { purpose: "topup", amount: toPay } : undefined, close);
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-col gap-3.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <PageTitle>Top up</PageTitle>
        <p className="text-sm text-muted-foreground">
          Available balance{" "}
          <b className="text-foreground">
            {me === undefined ? "…" : <OwnBalance amount={pesewas(me.balance)} />}
          </b>
        </p>
      </div>
      <WithdrawLink />
      {back !== undefined && (
        <Link to={back} className={buttonVariants({ variant: "soft" })}>
          Back to your purchase
        </Link>
      )}
      {offer?.isPlayMoney === true && <PlayMoney />}
      <AmountForm
        // The amount that a purchase lacks may be below the smallest top-up.
        initial={amount === undefined ? "" : plainCedis(Math.max(pesewas(amount), limits.topup_amount_min))}
        offer={offer?.isOn === true ? offer : undefined}
        onPay={(chosen, way) => void navigate({ search: (old) => ({ ...old, notice: way, amount: chosen }) })}
      />
      <PendingCards />
      <ClaimSection />
      <FundingHistory />
      {isOpen && <PaymentNotice amount={toPay} purpose="topup" onClose={close} />}
      {notice === "prompt" && isAmount && offer !== undefined && (
        <PromptDialog amount={toPay} offer={offer} onClose={close} />
      )}
    </div>
  );
}

/** Only where the shop pays out. */
function WithdrawLink() {
  const { data: offer } = useQuery(withdrawalOfferQuery);
  if (offer?.isOn !== true) return null;
  return (
    <Link
      to="/home/topup"
      search={{ tab: "withdraw" }}
      className={buttonVariants({ variant: "outline", size: "sm", className: "self-start" })}
    >
      Withdraw to mobile money
    </Link>
  );
}

type Way = "topup" | "prompt";

interface AmountFormProps {
  initial: string;
  offer: PromptOffer | undefined;
  onPay: (cedis: number, way: Way) => void;
}

/** The amount, chosen or typed. Pay opens the prompt where the shop offers it, and otherwise the PAYMENT NOTICE. */
function AmountForm({ initial, offer, onPay }: AmountFormProps) {
  const [way, setWay] = useState<Way>("topup");
  const [typed, setTyped] = useDraft(topupDrafts.amount, initial, initial !== "");
  const result = safeParse(topupAmount, plainAmount(typed));
  const isValid = result.success;
  const wrong = isValid ? undefined : typed === "" ? texts.topupAmountHint : result.issues[0].message;
  const fields = useFields({
    values: { amount: typed },
    onChange: ({ amount = "" }) => setTyped(amount.replace(/[^\d.,]/g, "")),
    check: () => (wrong === undefined ? {} : { amount: wrong }),
  });
  const submit = fields.submitted(() => {
    if (result.success) onPay(toCedis(result.output), way);
  });
  // An empty field is wrong only after Pay was pressed.
  const problem = typed === "" && fields.problems["amount"] === undefined ? undefined : wrong;
  return (
    <form noValidate className="flex flex-col gap-3" onSubmit={submit}>
      <Chips label="Quick choice">
        {presets.map((preset) => (
          <Chip
            key={preset}
            on={isValid && result.output === preset}
            onClick={() => setTyped(plainCedis(preset))}
          >
            {formatCedis(preset).replace(/\.00$/, "")}
          </Chip>
        ))}
      </Chips>
      <Field label="Amount" hint={texts.topupAmountHint} error={problem}>
        {(parts) => (
          <div className="relative">
            <span
              aria-hidden
              className="absolute inset-y-0 left-3.5 flex items-center text-xl font-semibold text-muted-foreground"
            >
              ¢
            </span>
            <Input
              {...parts}
              inputMode="decimal"
              autoComplete="off"
              className="min-h-15 pl-8 text-xl font-semibold"
              value={typed}
              onChange={({ target }) => fields.set({ amount: target.value })}
            />
          </div>
        )}
      </Field>
      <Ways offer={offer} isValid={isValid} onWay={setWay} />
    </form>
  );
}

interface WaysProps {
  offer: PromptOffer | undefined;
  isValid: boolean;
  onWay: (way: Way) => void;
}

/** The buttons that send the form, one for each way to pay. They only look disabled: pressing one leads to what is wrong. */
function Ways({ offer, isValid, onWay }: WaysProps) {
  const disabled = isValid ? undefined : true;
  return (
    <>
      <OnlineButton
        type="submit"
        size="lg"
        className="w-full"
        aria-disabled={disabled}
        onClick={() => onWay(offer === undefined ? "topup" : "prompt")}
      >
        {offer === undefined ? "Pay" : "Pay on my phone"}
      </OnlineButton>
      {offer !== undefined && (
        <OnlineButton
          type="submit"
          variant="outline"
          className="w-full"
          aria-disabled={disabled}
          onClick={() => onWay("topup")}
        >
          Pay by hand
        </OnlineButton>
      )}
    </>
  );
}

const columns = columnsOf<TopupRecord>({
  createdAt: { title: "Date", kind: "moment", card: "line" },
  rechargeId: {
    title: "Reference",
    opens: ({ rechargeId }) => `Receipt of top-up ${rechargeId}`,
    card: { title: ({ rechargeId }, open) => <CardButton onOpen={open}>{rechargeId}</CardButton> },
  },
  amount: { title: "Amount", kind: "cedis" },
  status: {
    title: "Status",
    cell: ({ status, reason }) => (
      <>
        <StatusBadge status={status} />
        {reason !== null && (
          <span className="block text-sm wrap-anywhere text-muted-foreground">{reason}</span>
        )}
      </>
    ),
    className: "max-w-64 whitespace-normal",
    card: { end: ({ status }) => <StatusBadge status={status} />, text: ({ reason }) => reason },
  },
});

function FundingHistory() {
  const query = useQuery(myTopupsQuery);
  const { data = [] } = query;
  const [page, setPage] = useState(1);
  const [size, setSize] = useState<number>(limits.page_size_default);
  const shown = pageOf(data, page, size);
  const [openId, setOpenId] = useState<string>();
  const opened = data.find(({ _id }) => _id === openId);
  return (
    <section aria-label="Funding History" className="mt-2 flex flex-col gap-2.5">
      <h2 className="text-lg font-bold">Funding History</h2>
      <QueryTable
        of={query}
        what="Your top-ups could not be loaded."
        skeletons={3}
        height="h-17"
        whenEmpty="Your first top-up will appear here."
        label="Funding History"
        columns={columns}
        rows={shown.rows}
        pageSize={shown.last > 1 ? size : undefined}
        onOpen={({ _id }) => setOpenId(_id)}
      />
      <WholePager
        shown={shown}
        total={data.length}
        size={size}
        sizes={limits.page_sizes}
        onSize={setSize}
        onPage={setPage}
      />
      {opened !== undefined && <TopupReceipt topup={opened} onClose={() => setOpenId(undefined)} />}
    </section>
  );
}

const looks = {
  pending: { Icon: Hourglass, text: "is waiting for the shop. This card turns green by itself." },
  approved: { Icon: CircleCheck, text: "is in your wallet." },
  declined: { Icon: CircleX, text: "was declined." },
} as const;

/** The user's pending requests, and those decided while the page is open. */
function PendingCards() {
  const { data: topups } = useQuery(myTopupsQuery);
  const [watched, setWatched] = useState<readonly string[]>([]);
  const unseen = (topups ?? []).filter(({ _id, status }) => status === "pending" && !watched.includes(_id));
  if (unseen.length > 0) setWatched([...watched, ...unseen.map((topup) => topup._id)]);

  const shown = (topups ?? []).filter((topup) => watched.includes(topup._id)).slice(0, 3);
  return (
    <div role="status" aria-live="polite" className="flex flex-col gap-2.5 empty:hidden">
      {shown.map(({ _id, status, amount, reason, rechargeId }) => {
        const { Icon, text } = looks[status];
        return (
          <Alert
            key={_id}
            data-testid="topup-card"
            data-status={status}
            variant={variantOf(status)}
            className="flex items-center gap-3 py-3 transition-colors duration-200"
          >
            <Icon aria-hidden className="size-6 shrink-0" />
            <p>
              <b className="text-base">{money(amount)}</b> {text}
              {status === "declined" && ` ${reason ?? "Your balance is unchanged."}`}
              <br />
              Reference {rechargeId}
            </p>
          </Alert>
        );
      })}
    </div>
  );
}
