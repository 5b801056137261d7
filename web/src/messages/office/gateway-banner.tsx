import { useQuery } from "@tanstack/react-query";
import type { GatewaysAnswer } from "#contract/messages.ts";
import { formatDateTime } from "#contract/terms/dates.ts";
import { Alert } from "../../ui/alert.tsx";
import { gatewaysQuery } from "./messages.query.ts";

/** Warns if messages cannot be sent: why, and how many are waiting. Renders nothing while all is well. */
export function GatewayBanner() {
  const { data } = useQuery(gatewaysQuery);
  if (data === undefined) return null;
  return (
    <div role="status" className="flex flex-col gap-2 empty:hidden">
      <GatewayAlert gateway={data.sms} name="SMS gateway" without="SMS messages are stored but not sent." />
      <GatewayAlert gateway={data.email} name="mail server" without="Password emails are not sent." />
    </div>
  );
}

function GatewayAlert({
  gateway,
  name,
  without,
}: {
  gateway: GatewaysAnswer["sms"];
  name: string;
  without: string;
}) {
  if (!gateway.configured)
    return (
      <Alert>
        No {name} is configured. {without}
      </Alert>
    );
  if (gateway.state === "well") return null;
  const since = gateway.since === null ? "" : ` since ${formatDateTime(gateway.since)}`;
  return (
    <Alert variant="destructive">
      <b>
        {gateway.state === "no credit"
          ? `The ${name} has no credit${since}.`
          : `The ${name} has failed${since}.`}
      </b>{" "}
      {gateway.waiting > 0 &&
        `${gateway.waiting} ${gateway.waiting === 1 ? "message is waiting" : "messages are waiting"}. `}
      <span className="wrap-anywhere">{gateway.answer}</span>
    </Alert>
  );
}
