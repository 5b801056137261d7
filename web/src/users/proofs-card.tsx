import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { proofBody, type Proof, type ProofsAnswer, type ProofSentAnswer } from "#contract/proofs.ts";
import type { UserRecord } from "#contract/user-list.ts";
import { limits } from "#contract/terms/limits.ts";
import { groupPhone } from "#contract/terms/phone.ts";
import { type ProofChannel, proofChannels } from "#contract/terms/statuses.ts";
import { post } from "../lib/api.ts";
import { Form, useForm } from "../ui/form.tsx";
import { queryClient, getQuery } from "../lib/query-client.ts";
import { useCommand } from "../lib/command.ts";
import { Badge } from "../ui/badge.tsx";
import { Card } from "../ui/card.tsx";
import { Loading } from "../ui/placeholders.tsx";
import { CodeField } from "../ui/field.tsx";
import { notify } from "../lib/notifications.ts";
import { OnlineButton } from "../ui/button.tsx";

const reasons: Record<ProofChannel, string> = {
  phone: "We tell you here when something changes in your account.",
  email: "If you forget your password, a link to a proved email needs nothing else.",
};

/** Shows whether the phone and the email are proved, and proves them with a code. */
export function ProofsCard({ me }: { me: UserRecord }) {
  const query = useQuery(proofsQuery(me.phone));
  if (!query.isSuccess)
    return <Loading of={query} what="Whether your phone and email are proved could not be loaded." />;
  const { data } = query;
  // Where no code can be sent, the user can do nothing about it.
  const shown = proofChannels.filter((channel) => data[channel].canSend || data[channel].provedAt);
  if (shown.length === 0) return null;
  return (
    <Card role="region" aria-label="How we reach you" className="flex flex-col gap-1">
      <h2 className="text-lg font-bold">How we reach you</h2>
      <ul className="flex flex-col divide-y divide-border">
        {shown.map((channel) => (
          <li key={channel} className="py-3 last:pb-0">
            {/* A new number starts again, without the code for the old one. */}
            <ProofRow key={data[channel].address} channel={channel} proof={data[channel]} phone={me.phone} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

interface RowProps {
  channel: ProofChannel;
  proof: Proof;
  /** The user's number, which the query is named by. */
  phone: string;
}

function ProofRow({ channel, proof, phone }: RowProps) {
  const [isSent, setSent] = useState(false);
  const ask = useCommand({
    send: () => post<ProofSentAnswer>(`/user/proofs/${channel}`, undefined),
    onDone: ({ message }) => {
      setSent(true);
      notify(message, "success");
    },
  });
  const isProved = proof.provedAt !== null;
  return (
    <div className="flex flex-col gap-2.5">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="min-w-0 font-semibold break-all">
          {channel === "phone" ? groupPhone(proof.address) : proof.address}
        </span>
        <Badge variant={isProved ? "success" : "warning"}>{isProved ? "Proved" : "Not proved"}</Badge>
      </div>
      {!isProved && (
        <>
          <p className="text-sm text-muted-foreground">{reasons[channel]}</p>
          {isSent && <CodeForm channel={channel} phone={phone} />}
          <OnlineButton variant="outline" className="self-start" busy={ask.isBusy} onClick={() => ask.send()}>
            {isSent ? "Send another code" : `Send a code by ${channel === "phone" ? "SMS" : "email"}`}
          </OnlineButton>
        </>
      )}
    </div>
  );
}

function CodeForm({ channel, phone }: Omit<RowProps, "proof">) {
  const form = useForm({
    schema: proofBody,
    initial: { code: "" },
    send: (body, send) => send<ProofsAnswer>({ method: "PUT", path: `/user/proofs/${channel}`, body }),
    onDone: (proofs) => {
      queryClient.setQueryData(proofsQuery(phone).queryKey, proofs);
      notify(channel === "phone" ? "Your phone is proved" : "Your email is proved", "success");
    },
  });
  return (
    <Form form={form} send="Confirm" className="gap-2.5">
      <CodeField
        label={channel === "phone" ? "Code from the SMS" : "Code from the email"}
        hint={`It works for ${limits.proof_code_ms / 60_000} minutes.`}
        inputMode="numeric"
        autoFocus
        {...form.field("code")}
      />
    </Form>
  );
}

/** By the phone number, which can be changed on the same page: a new one is not proved. */
function proofsQuery(phone: string) {
  return getQuery<ProofsAnswer>(["proofs", phone], "/user/proofs");
}
