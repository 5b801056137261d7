import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { PhoneReport, WaitingChain, RailMessageRecord } from "#contract/phone.ts";
import { formatDateTime } from "#contract/terms/dates.ts";
import { countText } from "../../../lib/count-text.ts";
import { money } from "../../../lib/money.ts";
import { Alert } from "../../../ui/alert.tsx";
import { ButtonLink } from "../../../office/links.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { EmptyState, Loading } from "../../../ui/placeholders.tsx";
import { railNames } from "#contract/rails.ts";
import { BalanceDialog } from "./balance-dialog.tsx";
import { onceSent } from "../payment-dialogs.tsx";
import { phoneQuery, type PhoneRailReport } from "../payments.query.ts";
import { useForm, FormDialog } from "../../../ui/form.tsx";
import { post, put } from "../../../lib/api.ts";
import { queryClient } from "../../../lib/query-client.ts";
import { TextAreaField } from "../../../ui/text-area.tsx";
import { notify } from "../../../lib/notifications.ts";
import { useCommand } from "../../../lib/command.ts";
import { Confirm } from "../../../ui/confirm.tsx";

/** A phone that is on tells so several times a day. */
const silent_ms_max = 24 * 60 * 60 * 1000;

type Open = { rail: PhoneRailReport; chain: WaitingChain | undefined } | "type";

/** The shop's phone: whether it is heard, what each wallet holds, and which messages fit nowhere. */
export function PhonePanel() {
  const query = useQuery(phoneQuery);
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  if (!query.isSuccess)
    return <Loading of={query} what="The phone could not be loaded." rows={3} height="h-17" />;
  const { data } = query;
  return (
    <>
      <Phones phones={data.phones} />
      {data.rails.map((rail) => (
        <RailOfPhone key={rail.rail} rail={rail} onContinue={(chain) => setOpen({ rail, chain })} />
      ))}
      {data.foreign.length > 0 && (
        <section aria-label="From other senders" className="flex flex-col gap-2">
          <h2 className="text-lg font-bold">From other senders</h2>
          <p className="text-sm text-muted-foreground">
            They look like receipts, but no network has sent them. Somebody may try to cheat.
          </p>
          <MessageLines messages={data.foreign} canDismiss />
        </section>
      )}
      <Button variant="outline" className="self-start" onClick={() => setOpen("type")}>
        Read out a message
      </Button>
      {open === "type" && <TypeDialog onClose={close} />}
      {open !== undefined && open !== "type" && <BalanceDialog {...open} onClose={close} />}
    </>
  );
}

function Phones({ phones }: Pick<PhoneReport, "phones">) {
  const [loaded_ms] = useState(() => Date.now());
  if (phones.length === 0)
    return (
      <EmptyState title="No phone was heard yet">
        Set up the forwarder as docs/payments says.
        <ButtonLink to="/admin/open">Open your shop</ButtonLink>
      </EmptyState>
    );
  return phones.map(({ device, heardAt, messageAt, unread, unreadAt }) => {
    const isSilent = Date.parse(heardAt) < loaded_ms - silent_ms_max;
    return (
      <Card
        key={device}
        role="region"
        aria-label={`Phone ${device.slice(-4)}`}
        className="flex flex-col gap-0.5 text-sm"
      >
        <h2 className="text-muted-foreground">Phone …{device.slice(-4)}</h2>
        <p className={isSilent ? "font-bold text-destructive" : ""}>
          Last heard {formatDateTime(heardAt)}
          {isSilent && ". Is it on, and does it have internet?"}
        </p>
        {messageAt !== null && <p>Last message of a network {formatDateTime(messageAt)}</p>}
        {unread > 0 && unreadAt !== null && (
          <p className="text-warning">
            {countText(unread, "message")} of a network could not be read, the last {formatDateTime(unreadAt)}
          </p>
        )}
      </Card>
    );
  });
}

type RailOfPhoneProps = { rail: PhoneRailReport; onContinue: (chain: WaitingChain | undefined) => void };

function RailOfPhone({ rail, onContinue }: RailOfPhoneProps) {
  const { balance, movedAt, waiting, outgoing } = rail;
  if (balance === null && waiting.length === 0)
    return (
      <Card
        role="region"
        aria-label={railNames[rail.rail]}
        className="flex flex-wrap items-center justify-between gap-2"
      >
        <span className="text-sm text-muted-foreground">
          {railNames[rail.rail]}: nothing was received yet
        </span>
        <Button variant="ghost" size="sm" onClick={() => onContinue(undefined)}>
          Enter its balance
        </Button>
      </Card>
    );
  return (
    <section aria-label={railNames[rail.rail]} className="flex flex-col gap-2">
      <h2 className="text-lg font-bold">{railNames[rail.rail]}</h2>
      <p className="text-sm">
        {balance === null ? (
          "Its balance is not known yet. Enter what it was before the first message below."
        ) : (
          <>
            By its messages it holds <b>{money(balance)}</b>
            {movedAt !== null && `, the last ${formatDateTime(movedAt)}`}
          </>
        )}
      </p>
      {waiting.map((chain) => (
        <Waiting key={chain.messages[0]?._id} chain={chain} onContinue={() => onContinue(chain)} />
      ))}
      {outgoing.length > 0 && (
        <details className="text-sm">
          <summary className="min-h-12 cursor-pointer content-center text-muted-foreground">
            What left the wallet. If the light is red, book what is missing.
          </summary>
          <MessageLines messages={outgoing} />
        </details>
      )}
    </section>
  );
}

function Waiting({ chain, onContinue }: { chain: WaitingChain; onContinue: () => void }) {
  const { isPassed, missing, count, messages } = chain;
  const many = count === 1 ? "1 message waits" : `${count.toLocaleString("en")} messages wait`;
  return (
    <Alert variant={isPassed ? "destructive" : "warning"} className="flex flex-col gap-2">
      <p>
        <b>{many}</b>
        {": "}
        {isPassed
          ? "later messages do not need them, so probably nobody has paid. Look at the phone before you credit anybody."
          : missing === null
            ? "the balance before is not known."
            : missing > 0
              ? `messages about ${money(missing)} that came in are missing before.`
              : `messages about ${money(-missing)} that went out are missing before.`}
      </p>
      <MessageLines messages={messages} canDismiss />
      {chain.from !== null && (
        <Button variant="outline" size="sm" className="self-start" onClick={onContinue}>
          Go on from {money(chain.from)}
        </Button>
      )}
    </Alert>
  );
}

/** Reads out a message of a network that the phone did not forward. */
function TypeDialog({ onClose }: { onClose: () => void }) {
  const form = useForm({
    initial: { message: "" },
    check: ({ message }) => (message.trim() === "" ? { message: "Please enter the message" } : {}),
    send: (body) => post("/payment/phone/message", body),
    ...onceSent<unknown, { message: string }>(onClose, "The message is noted"),
  });
  return (
    <FormDialog title="Read out a message" form={form} send="Note it" onClose={onClose}>
      <p className="text-sm text-muted-foreground">
        If the phone has a message of the network that is missing here, copy it word for word. It must follow
        the balance like any other. Whose payment it is, you say under Not matched.
      </p>
      <TextAreaField
        label="Message"
        className="text-sm leading-relaxed"
        spellCheck={false}
        rows={6}
        {...form.field("message")}
      />
    </FormDialog>
  );
}

const kinds: Record<RailMessageRecord["kind"], string> = {
  received: "received",
  sent: "sent",
  reversed: "taken back",
};

type MessageLinesProps = { messages: readonly RailMessageRecord[]; canDismiss?: boolean };

/** What messages say, one line each. */
function MessageLines({ messages, canDismiss = false }: MessageLinesProps) {
  return (
    <ul className="flex flex-col gap-1.5">
      {messages.map((message) => (
        <li key={message._id} className="flex flex-wrap items-center justify-between gap-x-3 text-sm">
          <span>
            {railNames[message.rail]} {kinds[message.kind]} <b>{money(message.amount)}</b>
            {message.isTyped && " (read out)"}
            <span className="block text-muted-foreground">
              <span className="wrap-anywhere">{message.transaction}</span>,{" "}
              {formatDateTime(message.receivedAt)}
            </span>
          </span>
          {canDismiss && <Dismiss message={message} />}
        </li>
      ))}
    </ul>
  );
}

function Dismiss({ message: { _id, amount, transaction } }: { message: RailMessageRecord }) {
  const [isAsking, setIsAsking] = useState(false);
  const dismiss = useCommand({
    send: () => put(`/payment/phone/message/${_id}/dismiss`, {}),
    onDone: () => notify("Dismissed", "success"),
    onSettled: () => {
      setIsAsking(false);
      return queryClient.invalidateQueries({ queryKey: ["payments"] });
    },
  });
  return (
    <>
      <Button variant="ghost" size="sm" onClick={() => setIsAsking(true)}>
        Dismiss
      </Button>
      {isAsking && (
        <Confirm
          title={`Dismiss the message about ${money(amount)}?`}
          confirm="Dismiss"
          variant="destructive"
          busy={dismiss.isBusy}
          onConfirm={() => dismiss.send()}
          onClose={() => setIsAsking(false)}
        >
          <p className="text-sm text-muted-foreground">
            Look at the phone first: if {transaction} stands there, from the network itself, it is a payment.
          </p>
        </Confirm>
      )}
    </>
  );
}
