import { useQuery } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useState } from "react";
import { texts } from "#contract/terms/texts.ts";
import { formatDateTime } from "#contract/terms/dates.ts";
import { groupPhone } from "#contract/terms/phone.ts";
import type { RailName } from "#contract/terms/rails.ts";
import { handRails, isPayingRail } from "#contract/terms/withdrawals.ts";
import { railNames } from "#contract/rails.ts";
import { reasonBody } from "#contract/fields.ts";
import {
  paidBody,
  payingName,
  type WithdrawalAnswer,
  withdrawalList,
  type WithdrawalRecord,
  type WithdrawalRulesAnswer,
} from "#contract/withdrawals.ts";
import { useCommand } from "../../lib/command.ts";
import { money } from "../../lib/money.ts";
import { notify } from "../../lib/notifications.ts";
import { queryClient } from "../../lib/query-client.ts";
import { UserLink } from "../../office/links.tsx";
import { ListPage, useListPage } from "../../office/list/list-page.tsx";
import type { OwnParameters } from "../../office/list/list-state.ts";
import { OutcomeAlert } from "../../office/act-results.tsx";
import { ReasonField } from "../../office/reason-field.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { TextField } from "../../ui/field.tsx";
import { FormDialog, useForm } from "../../ui/form.tsx";
import { actsColumn, type Columns, listColumns } from "../../ui/list-columns.tsx";
import { SelectField } from "../../ui/native-select.tsx";
import { WithdrawalBadge } from "../withdrawal-badge.tsx";
import { WithdrawalRules } from "./withdrawal-rules.tsx";
import { ask_again_ms, withdrawalRulesQuery } from "./withdrawals.query.ts";

type Act = "send" | "paid" | "failed" | "reject";

interface Acting {
  withdrawal: WithdrawalRecord;
  act: Act;
}

/** Opens the dialog of an act. For the cells, because the columns are declared once. */
const AskToAct = createContext<(acting: Acting) => void>(() => {});

/** What users take out: first what waits, the oldest first. `own`: of the page's address. */
export default function Withdrawals({ own, children }: { own: OwnParameters; children?: ReactNode }) {
  const page = useListPage(withdrawalList, { every_ms: ask_again_ms, own });
  const { data } = useQuery(withdrawalRulesQuery);
  const [acting, setActing] = useState<Acting>();
  const close = () => setActing(undefined);
  return (
    <AskToAct value={setActing}>
      <ListPage
        page={page}
        title="Withdrawals"
        columns={columns}
        rowHeights={["h-14", "h-44"]}
        whenNew={page.state.asked["status"] !== "open" && "Withdrawals appear here when users ask for them."}
        whenEmpty={({ status }) => status === "open" && "No withdrawal is open."}
      >
        {children}
        {data?.rules.isOn === false && <WithdrawalRules of={data.rules} />}
      </ListPage>
      {data?.rules.isOn === true && <WithdrawalRules of={data.rules} />}
      {acting?.act === "send" && data !== undefined && (
        <SendDialog of={acting.withdrawal} rules={data} onClose={close} />
      )}
      {acting?.act === "paid" && <PaidDialog of={acting.withdrawal} onClose={close} />}
      {(acting?.act === "failed" || acting?.act === "reject") && (
        <BackDialog of={acting.withdrawal} act={acting.act} onClose={close} />
      )}
    </AskToAct>
  );
}

const columns: Columns<WithdrawalRecord> = [
  ...listColumns(withdrawalList, {
    user: { cell: ({ user }) => <UserLink id={user._id} name={user.username} /> },
    status: {
      cell: (withdrawal) => <Status of={withdrawal} />,
      className: "max-w-80 whitespace-normal",
      card: { more: (withdrawal) => <Status of={withdrawal} /> },
    },
    arrives: { card: {} },
    phone: {
      card: { text: ({ phone, arrives }) => `${money(arrives)} to ${groupPhone(phone)}` },
    },
  }),
  actsColumn<WithdrawalRecord>((withdrawal) => <Acts of={withdrawal} />),
];

function Status({ of }: { of: WithdrawalRecord }) {
  const { status, rail, transaction, reason, said, by, isFirst } = of;
  const about = [
    rail !== null && railNames[rail],
    transaction,
    reason,
    said,
    by !== null && status !== "requested" && `by ${by}`,
  ].filter(Boolean);
  return (
    <>
      <WithdrawalBadge {...of} />{" "}
      {isFirst === true && status === "requested" && <Badge variant="info">first to this number</Badge>}
      {about.length > 0 && (
        <span className="block text-sm wrap-anywhere text-muted-foreground">{about.join(" · ")}</span>
      )}
    </>
  );
}

function Acts({ of }: { of: WithdrawalRecord }) {
  const onAct = useContext(AskToAct);
  const { status, isAtRail } = of;
  const ask = (act: Act) => () => onAct({ withdrawal: of, act });
  if (status === "requested")
    return (
      <span className="inline-flex flex-wrap justify-end gap-1">
        <Button variant="soft" size="sm" onClick={ask("send")}>
          Pay
        </Button>
        <Button variant="ghost" size="sm" onClick={ask("reject")}>
          Reject
        </Button>
      </span>
    );
  // The rail itself says what becomes of it.
  if (status !== "sent" || isAtRail === true) return null;
  return (
    <span className="inline-flex flex-wrap justify-end gap-1">
      <Button variant="soft" size="sm" onClick={ask("paid")}>
        Paid
      </Button>
      <Button variant="ghost" size="sm" onClick={ask("failed")}>
        Not paid
      </Button>
    </span>
  );
}

/** Which withdrawal a dialog is about. */
function About({ of: { user, amount, fee, arrives, phone, createdAt } }: { of: WithdrawalRecord }) {
  return (
    <Facts>
      <Fact name="User">{user.username}</Fact>
      <Fact name="To">
        {groupPhone(phone)} <CopyButton value={phone} what="the number" />
      </Fact>
      <Fact name="To pay">
        {money(arrives)}
        {fee > 0 && ` (${money(amount)} less ${money(fee)} fee)`}
      </Fact>
      <Fact name="Asked">{formatDateTime(createdAt)}</Fact>
    </Facts>
  );
}

/** Once it is sent, it says so and closes, and all that the page shows of withdrawals is read again. */
function onceSent(onClose: () => void, said: string) {
  return {
    onDone: ({ pending }: WithdrawalAnswer) => {
      notify(pending ? texts.awaitingApproval : said, "success");
      onClose();
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["withdrawals"] }),
  };
}

function SendDialog({
  of,
  rules: { paying },
  onClose,
}: {
  of: WithdrawalRecord;
  rules: WithdrawalRulesAnswer;
  onClose: () => void;
}) {
  const rails = [...paying, ...handRails];
  const [chosen, setChosen] = useState<RailName>(rails[0] ?? "momo");
  const send = useCommand({
    send: (rail: RailName, sendOne) =>
      sendOne<WithdrawalAnswer>({ method: "PUT", path: `/withdrawal/${of._id}/send`, body: { rail } }),
    onError: () => undefined,
    ...onceSent(
      onClose,
      isPayingRail(chosen)
        ? `${railNames[chosen]} pays it now`
        : "Pay it now, and enter the transaction ID afterwards",
    ),
  });
  return (
    <Confirm
      title={`Pay ${money(of.arrives)} to ${of.user.username}?`}
      confirm={send.isUnknown ? "Retry" : "Approve"}
      busy={send.isBusy}
      onConfirm={() => send.send(chosen)}
      onClose={onClose}
    >
      <About of={of} />
      <SelectField
        label="How"
        value={chosen}
        onValue={setChosen}
        names={Object.fromEntries(rails.map((rail) => [rail, payingName(rail)]))}
      />
      <p className="text-sm text-muted-foreground">
        {of.isFirst === true &&
          "Nothing was paid to this number before. Where there are two admins, both approve. "}
        {isPayingRail(chosen)
          ? "It is paid once, however often it has to be asked."
          : "Send the money only after this: nobody else can pay it then."}
      </p>
      <OutcomeAlert error={send.error} />
    </Confirm>
  );
}

function PaidDialog({ of, onClose }: { of: WithdrawalRecord; onClose: () => void }) {
  const form = useForm({
    schema: paidBody,
    initial: { transaction: "" },
    send: (body, send) => send<WithdrawalAnswer>({ method: "PUT", path: `/withdrawal/${of._id}/paid`, body }),
    ...onceSent(onClose, "Booked as paid"),
  });
  return (
    <FormDialog
      title={`You have paid ${money(of.arrives)}`}
      form={form}
      send="Book as paid"
      onClose={onClose}
    >
      <About of={of} />
      <TextField
        label="Transaction ID"
        hint="From the message of the payment"
        {...form.field("transaction")}
      />
    </FormDialog>
  );
}

function BackDialog({
  of,
  act,
  onClose,
}: {
  of: WithdrawalRecord;
  act: "failed" | "reject";
  onClose: () => void;
}) {
  const form = useForm({
    schema: reasonBody,
    initial: { reason: "" },
    send: (body, send) =>
      send<WithdrawalAnswer>({ method: "PUT", path: `/withdrawal/${of._id}/${act}`, body }),
    ...onceSent(onClose, `${money(of.amount)} is back in the wallet`),
  });
  return (
    <FormDialog
      title={act === "reject" ? "Reject this withdrawal" : "It was not paid"}
      form={form}
      send={`Put ${money(of.amount)} back`}
      variant="destructive"
      onClose={onClose}
    >
      <About of={of} />
      {act === "failed" && (
        <p className="text-sm text-muted-foreground">
          Only if the money has not left the shop. What was paid and is put back too is lost.
        </p>
      )}
      <ReasonField label="Reason, for the user" {...form.field("reason")} />
    </FormDialog>
  );
}
