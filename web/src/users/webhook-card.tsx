import { useQuery, keepPreviousData } from "@tanstack/react-query";
import { queryClient, getQuery } from "../lib/query-client.ts";
import { useState } from "react";
import { webhookBody, type WebhookAnswer, type DeliveryRecord } from "#contract/webhooks.ts";
import { errorText } from "../lib/api-error.ts";
import { del, put, post } from "../lib/api.ts";
import { useDraft } from "../lib/draft.ts";
import { Form, useForm } from "../ui/form.tsx";
import { useCommand } from "../lib/command.ts";
import { Alert } from "../ui/alert.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Confirm, ConfirmChanges } from "../ui/confirm.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { Loading } from "../ui/placeholders.tsx";
import { TextField } from "../ui/field.tsx";
import { notify } from "../lib/notifications.ts";
import { formatDateTime } from "#contract/terms/dates.ts";
import { StatusBadge } from "../ui/badge.tsx";
import type { Page } from "#contract/lists.ts";
import { queryString } from "../lib/lists.ts";

/** An agent's webhook: the address that is notified of changes to their orders. */
export function WebhookCard() {
  const query = useQuery(webhookQuery);
  const [secret, setSecret] = useState<string | null>(null);
  if (!query.isSuccess) return <Loading of={query} what="The webhook could not be loaded." />;
  const { data } = query;
  return (
    <Card className="flex flex-col gap-3.5">
      <h2 className="text-lg font-bold">Webhook</h2>
      <p className="text-sm text-muted-foreground">
        We notify your own server of each change to your orders, and sign each message with a secret that only
        you and we know.
      </p>
      <AddressForm key={data.url} saved={data.url} onSecret={setSecret} />
      {secret !== null && (
        <Alert role="alert" className="flex flex-col gap-2">
          <b>Copy the secret now: it is not shown again.</b>
          <code className="wrap-anywhere">{secret}</code>
          <span className="flex flex-wrap gap-2">
            <CopyButton value={secret} what="the secret" />
            <Button variant="ghost" size="sm" onClick={() => setSecret(null)}>
              I have copied it
            </Button>
          </span>
        </Alert>
      )}
      {data.url !== "" && <RemoveButton url={data.url} onRemoved={() => setSecret(null)} />}
      <Deliveries />
    </Card>
  );
}

function AddressForm({ saved, onSecret }: { saved: string; onSecret: (secret: string | null) => void }) {
  const [url, setUrl, forget] = useDraft("webhook", saved);
  const changes = [
    { what: "Address", before: saved, after: url },
    { what: "Secret", before: saved && "the current one", after: "a new one" },
  ];
  const form = useForm({
    schema: webhookBody,
    values: { url },
    onChange: ({ url: typed = "" }) => setUrl(typed),
    // Where there was none, nothing can stop working.
    isAsked: () => saved !== "",
    send: (body) => put<WebhookAnswer>("/user/webhook", body, { changes }),
    onDone: ({ secret, ...answer }) => {
      forget();
      queryClient.setQueryData(webhookQuery.queryKey, { ...answer, secret: null });
      onSecret(secret);
      notify("Webhook saved", "success");
    },
    onError: (error) => notify(errorText(error), "danger"),
  });
  return (
    <Form form={form} send={saved === "" ? "Set webhook" : "Save with a new secret"} variant="soft">
      <TextField
        label="Address"
        hint={
          saved === "" ? "For example https://shop.example/cedibook" : "Saving it again makes a new secret."
        }
        type="url"
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        {...form.field("url")}
      />
      {form.question && <ConfirmChanges title="Change the webhook?" changes={changes} {...form.question} />}
    </Form>
  );
}

function RemoveButton({ url, onRemoved }: { url: string; onRemoved: () => void }) {
  const [isAsking, setAsking] = useState(false);
  const remove = useCommand({
    send: () =>
      del<WebhookAnswer>("/user/webhook", { changes: [{ what: "Address", before: url, after: null }] }),
    onDone: (answer) => {
      queryClient.setQueryData(webhookQuery.queryKey, answer);
      setAsking(false);
      onRemoved();
      notify("Webhook removed", "success");
    },
  });
  return (
    <>
      <Button variant="ghost" size="sm" className="self-start" onClick={() => setAsking(true)}>
        Remove webhook
      </Button>
      {isAsking && (
        <Confirm
          title="Remove the webhook?"
          confirm="Yes, remove"
          variant="destructive"
          busy={remove.isBusy}
          onConfirm={() => remove.send()}
          onClose={() => setAsking(false)}
        >
          <p className="text-sm text-muted-foreground">Your server will no longer be notified.</p>
        </Confirm>
      )}
    </>
  );
}

/** The deliveries to the agent's server, newest first. Each can be sent again. */
function Deliveries() {
  const [cursor, setCursor] = useState<number>();
  const query = useQuery({ ...deliveriesQuery(cursor), placeholderData: keepPreviousData });
  if (!query.isSuccess) return <Loading of={query} what="The deliveries could not be loaded." />;
  const { items, next } = query.data;
  if (items.length === 0 && cursor === undefined) return null;
  return (
    <section aria-label="Deliveries" className="flex flex-col gap-1">
      <h3 className="text-sm font-bold">Deliveries</h3>
      <ul className="divide-y divide-border">
        {items.map((delivery) => (
          <Delivery key={delivery._id} delivery={delivery} />
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        {cursor !== undefined && (
          <Button variant="outline" size="sm" onClick={() => setCursor(undefined)}>
            Newest
          </Button>
        )}
        {next !== null && (
          <Button variant="outline" size="sm" onClick={() => setCursor(next)}>
            Older
          </Button>
        )}
      </div>
    </section>
  );
}

function Delivery({ delivery }: { delivery: DeliveryRecord }) {
  const replay = useCommand({
    send: () => post<DeliveryRecord>(`/user/webhook/deliveries/${delivery._id}/replay`, {}),
    onDone: () => notify("The delivery is sent again", "success"),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["webhook", "deliveries"] }),
  });
  const isOnItsWay = delivery.state === "waiting" || delivery.state === "sending";
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <span className="min-w-[min(12rem,100%)] flex-1">
        <span className="block font-semibold">
          {delivery.event} <StatusBadge status={delivery.state} />
        </span>
        <span className="block text-sm wrap-anywhere text-muted-foreground">
          {formatDateTime(delivery.createdAt)} · {reference(delivery)}
          {delivery.answer !== "" && ` · ${delivery.answer}`}
        </span>
      </span>
      {!isOnItsWay && (
        <Button
          variant="outline"
          size="sm"
          busy={replay.isBusy}
          aria-label={`Send again: ${delivery.event} of ${reference(delivery)}`}
          onClick={() => replay.send()}
        >
          Send again
        </Button>
      )}
    </li>
  );
}

function reference({ body }: DeliveryRecord): string {
  const { order } = JSON.parse(body) as { order: { reference: string } };
  return order.reference;
}

const webhookQuery = getQuery<WebhookAnswer>(["webhook", "address"], "/user/webhook");

const page_rows = 10;
const look_again_ms = 5000;

function deliveriesQuery(cursor: number | undefined) {
  return getQuery<Page<DeliveryRecord>>(
    ["webhook", "deliveries", cursor],
    `/user/webhook/deliveries${queryString({ limit: page_rows, cursor })}`,
    { staleTime: 0, refetchInterval: look_again_ms },
  );
}
