import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState, createContext, useContext } from "react";
import { messageList, type MessageRecord, messageNames, type GatewaysAnswer } from "#contract/messages.ts";
import { gatewaysQuery, look_again_ms } from "./gateways.query.ts";
import { formatDateTime } from "#contract/terms/dates.ts";
import { ButtonLink } from "../../office/links.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "../../ui/tabs.tsx";
import { countText } from "../../lib/count-text.ts";
import { queryClient } from "../../lib/query-client.ts";
import { oneOf } from "../../lib/address.ts";
import { ListPage, useListPage } from "../../office/list/list-page.tsx";
import { StatusBadge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { type Columns, actsColumn, listColumns } from "../../ui/list-columns.tsx";
import { Alert } from "../../ui/alert.tsx";
import { Confirm } from "../../ui/confirm.tsx";
import { MessageSettings } from "./message-settings.tsx";
import { useQuery } from "@tanstack/react-query";
import { post } from "../../lib/api.ts";
import { useCommand } from "../../lib/command.ts";
import { notify } from "../../lib/notifications.ts";
import { groupPhone } from "#contract/terms/phone.ts";
import { ErrorAlert } from "../../ui/form.tsx";

export function MessagesPage() {
  const { tab } = useSearch({ from: "/admin/messages" });
  const navigate = useNavigate({ from: "/admin/messages" });
  return (
    <>
      <PageTitle>Messages</PageTitle>
      <GatewayBanner />
      <Tabs
        value={tab === "settings" ? tab : "messages"}
        onValueChange={(chosen) => void navigate({ search: chosen === "settings" ? { tab: chosen } : {} })}
      >
        <TabsList aria-label="Parts">
          <TabsTrigger value="messages">Messages</TabsTrigger>
          <TabsTrigger value="settings">Settings</TabsTrigger>
        </TabsList>
        <TabsContent value="messages">
          <MessageList />
        </TabsContent>
        <TabsContent value="settings">
          <MessageSettings />
        </TabsContent>
      </Tabs>
    </>
  );
}

/** What the address has beside the list. */
const messageSearch = { tab: oneOf(["settings"]) };

function MessageList() {
  const page = useListPage(messageList, { every_ms: look_again_ms, own: messageSearch });
  const [again, setAgain] = useState<MessageRecord>();
  return (
    <AskToResend value={setAgain}>
      <ListPage
        page={page}
        title="Messages"
        isSection
        columns={messageColumns}
        rowHeights={["h-14", "h-38"]}
        whenNew={
          <>
            No message was written yet.
            <ButtonLink to="/admin/messages" search={{ tab: "settings" }}>
              Messages and their texts
            </ButtonLink>
          </>
        }
      />
      {again !== undefined && <ResendDialog message={again} onClose={() => setAgain(undefined)} />}
    </AskToResend>
  );
}

/** Asks before a message is sent again. For the cells, because the columns are declared once for all lists. */
const AskToResend = createContext<(message: MessageRecord) => void>(() => {});

const messageColumns: Columns<MessageRecord> = [
  ...listColumns(messageList, {
    kind: {
      cell: (message) => (
        <>
          {messageNames[message.kind]}
          <span className="block text-sm text-muted-foreground">{receiver(message)}</span>
        </>
      ),
      card: { title: ({ kind }) => messageNames[kind], more: receiver },
    },
    text: {
      className: "min-w-64 whitespace-normal",
      card: { text: ({ text }) => <span className="text-base text-foreground">{text}</span> },
    },
    segments: {
      cell: ({ channel, segments }) => channel === "sms" && segments,
      isNumber: true,
      card: { more: ({ channel, segments }) => channel === "sms" && countText(segments, "segment") },
    },
    state: {
      cell: (message) => (
        <>
          <State row={message} />
          <span className="block text-sm wrap-anywhere text-muted-foreground">
            {[attemptsText(message), gatewayText(message)].filter(Boolean).join(" · ")}
          </span>
        </>
      ),
      className: "max-w-72 min-w-40 whitespace-normal",
      card: { end: (row) => <State row={row} />, more: attemptsText, text: gatewayText },
    },
  }),
  actsColumn<MessageRecord>((message) => <Acts row={message} />),
];

function State({ row: { state, answer } }: { row: MessageRecord }) {
  if (state !== "unsent") return <StatusBadge status={state} />;
  return <StatusBadge status={state} text={`not sent: ${answer}`} className="whitespace-normal" />;
}

function Acts({ row }: { row: MessageRecord }) {
  const act = useMessageAct(row);
  const ask = useContext(AskToResend);
  const { state } = row;
  const lookOf = (name: string) => ({
    size: "sm" as const,
    busy: act.isBusy,
    "aria-label": `${name}: ${messageNames[row.kind]} to ${receiver(row)}`,
  });
  if (state === "sending") return null;
  return (
    <div className="flex flex-wrap gap-2">
      {(state === "waiting" || state === "unsent") && (
        <Button {...lookOf("Cancel")} variant="outline" onClick={() => act.send("cancel")}>
          Cancel
        </Button>
      )}
      {state !== "waiting" && (
        <Button
          {...lookOf("Resend")}
          variant="soft"
          onClick={() => (state === "sent" ? ask(row) : act.send("resend"))}
        >
          Resend
        </Button>
      )}
    </div>
  );
}

/** The gateway's answer, as far as the state does not already say it. */
function gatewayText({ state, answer, nextAt }: MessageRecord): string {
  if (state === "unsent") return "";
  return state === "waiting" && nextAt !== null && answer !== ""
    ? `${answer} · again at ${formatDateTime(nextAt)}`
    : answer;
}

function attemptsText({ attempts }: MessageRecord): string {
  return attempts > 0 ? countText(attempts, "attempt") : "";
}

/** Asks before a message is sent again to somebody who already has it. */
function ResendDialog({ message, onClose }: { message: MessageRecord; onClose: () => void }) {
  const { send, isBusy, error } = useMessageAct(message, onClose);
  const { channel, segments, settledAt, text } = message;
  const cost = channel === "sms" ? ` It costs ${countText(segments, "segment")} more.` : "";
  return (
    <Confirm
      title={`Send it to ${receiver(message)} again?`}
      confirm="Yes, send again"
      busy={isBusy}
      onConfirm={() => send("resend")}
      onClose={onClose}
    >
      <p className="text-sm text-muted-foreground">
        It was sent{settledAt === null ? "" : ` on ${formatDateTime(settledAt)}`}.{cost}
      </p>
      <p className="text-sm wrap-anywhere">{text}</p>
      <ErrorAlert error={error} />
    </Confirm>
  );
}

const said = { resend: "The message is on its way", cancel: "The message will not be sent" };

function useMessageAct({ _id, state }: MessageRecord, onDone?: () => void) {
  return useCommand({
    send: (act: keyof typeof said) =>
      // If its state changed in the meantime, it is not sent without asking again.
      post<MessageRecord>(`/message/${_id}/${act}`, act === "resend" ? { seen: state } : {}),
    onDone: (_, act) => {
      notify(said[act], "success");
      onDone?.();
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["messages"] }),
  });
}

function receiver({ recipient, channel }: MessageRecord): string {
  if (recipient === "") return "nobody";
  return channel === "sms" ? groupPhone(recipient) : recipient;
}

/** Warns if messages cannot be sent: why, and how many are waiting. Renders nothing while all is well. */
function GatewayBanner() {
  const { data } = useQuery(gatewaysQuery);
  if (data === undefined) return null;
  return (
    <div role="status" className="flex flex-col gap-2 empty:hidden">
      <GatewayAlert gateway={data.sms} name="SMS gateway" without="SMS messages are stored but not sent." />
      <GatewayAlert gateway={data.email} name="mail server" without="Password emails are not sent." />
    </div>
  );
}

type GatewayProps = { gateway: GatewaysAnswer["sms"]; name: string; without: string };

function GatewayAlert({ gateway, name, without }: GatewayProps) {
  if (!gateway.configured)
    return (
      <Alert>
        No {name} is configured. {without} <ButtonLink to="/admin/open">Open your shop</ButtonLink>
      </Alert>
    );
  if (gateway.state === "well") return null;
  const since = gateway.since === null ? "" : ` since ${formatDateTime(gateway.since)}`;
  return (
    <Alert variant="destructive">
      <b>{`The ${name} has ${gateway.state === "no credit" ? "no credit" : "failed"}${since}.`}</b>{" "}
      {gateway.waiting > 0 &&
        `${gateway.waiting} ${gateway.waiting === 1 ? "message is waiting" : "messages are waiting"}. `}
      <span className="wrap-anywhere">{gateway.answer}</span>
    </Alert>
  );
}
