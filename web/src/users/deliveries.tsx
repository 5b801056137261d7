import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { DeliveryRecord } from "#contract/webhooks.ts";
import { formatDateTime } from "#contract/terms/dates.ts";
import { post } from "../lib/api.ts";
import { useCommand } from "../lib/use-command.ts";
import { StatusBadge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Loading } from "../ui/loading.tsx";
import { notify } from "../lib/notifications.ts";
import { deliveriesQuery } from "./webhook.query.ts";

/** The deliveries to the agent's server, newest first. Each can be sent again. */
export function Deliveries() {
  const [cursor, setCursor] = useState<number>();
  const query = useQuery({
    ...deliveriesQuery(cursor),
    placeholderData: keepPreviousData,
  });
  if (!query.isSuccess) return <Loading of={query} what="The deliveries could not be loaded." />;
  const { data } = query;
  if (data === undefined || (data.items.length === 0 && cursor === undefined)) return null;
  const { next } = data;
  return (
    <section aria-label="Deliveries" className="flex flex-col gap-1">
      <h3 className="text-sm font-bold">Deliveries</h3>
      <ul className="divide-y divide-border">
        {data.items.map((delivery) => (
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
  const client = useQueryClient();
  const replay = useCommand({
    send: () => post<DeliveryRecord>(`/user/webhook/deliveries/${delivery._id}/replay`, {}),
    onDone: () => notify("The delivery is sent again", "success"),
    onSettled: () => client.invalidateQueries({ queryKey: ["webhook", "deliveries"] }),
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
