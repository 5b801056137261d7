import { useQuery } from "@tanstack/react-query";
import { Loading, EmptyState } from "../../ui/placeholders.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { PackageRoutes } from "./package-routes.tsx";
import { SupplierCard } from "./supplier-card.tsx";
import { SupplierRules } from "./supplier-rules.tsx";
import { suppliersQuery } from "./suppliers.query.ts";
import { useState } from "react";
import { type AttemptRecord, seeBody, settleBody } from "#contract/fulfilment.ts";
import { supplierNames } from "#contract/terms/fulfilment.ts";
import { groupPhone } from "#contract/terms/phone.ts";
import { texts } from "#contract/terms/texts.ts";
import { notify } from "../../lib/notifications.ts";
import { ageText, useNow_ms } from "../../lib/now.ts";
import { queryClient } from "../../lib/query-client.ts";
import { attemptsQuery } from "../../office/suppliers-answer.ts";
import { ButtonLink, TextLink } from "../../office/links.tsx";
import { ReasonField } from "../../office/reason-field.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { FormDialog, useForm } from "../../ui/form.tsx";
import { SelectField } from "../../ui/native-select.tsx";

/** Who delivers orders by themselves, how that goes, and which packages go out this way. */
export function SuppliersPage() {
  const query = useQuery(suppliersQuery);
  const { data } = query;
  return (
    <>
      <PageTitle>Suppliers</PageTitle>
      <p className="max-w-prose text-sm text-muted-foreground">
        A supplier delivers orders by itself: the shop sends them as soon as they are paid, and completes them
        when the supplier says that they are delivered.
      </p>
      <Loading of={query} what="The suppliers could not be loaded." rows={2} height="h-64" />
      {data !== undefined && (
        <>
          <div className="grid grid-cols-1 items-start gap-3 md:grid-cols-2">
            {data.suppliers.map((supplier) => (
              <SupplierCard key={supplier.name} of={supplier} left={data.stock} />
            ))}
          </div>
          <OddAttempts />
          <SupplierRules of={data.rules} />
          <PackageRoutes answer={data} />
        </>
      )}
    </>
  );
}

/** Orders of which nobody knows whether they were delivered. The shop neither refunds them nor sends them again. */
function OddAttempts() {
  const query = useQuery(attemptsQuery);
  const [settling, setSettling] = useState<AttemptRecord>();
  const [seeing, setSeeing] = useState<AttemptRecord>();
  return (
    <section aria-label="No answer yet" className="flex min-w-0 flex-col gap-2.5">
      <div>
        <h2 className="text-lg font-bold">No answer yet</h2>
        <p className="max-w-prose text-sm text-muted-foreground">
          Orders that a supplier has left open for an hour, or about which it says something else now. Ask its
          support, then settle them here.
        </p>
      </div>
      <Loading of={query} what="The orders could not be loaded." rows={1} height="h-14" />
      {query.data?.length === 0 && (
        <EmptyState title="No order has waited for an hour" className="py-5">
          <ButtonLink to="/admin/orders" search={{ status: "processing" }}>
            See what is on its way
          </ButtonLink>
        </EmptyState>
      )}
      <ul className="flex flex-col gap-2.5">
        {query.data?.map((each) => (
          <li key={`${each.order} ${each.attempt}`}>
            <OddAttempt of={each} onSettle={() => setSettling(each)} onSee={() => setSeeing(each)} />
          </li>
        ))}
      </ul>
      {settling !== undefined && <SettleDialog of={settling} onClose={() => setSettling(undefined)} />}
      {seeing !== undefined && <SeeDialog of={seeing} onClose={() => setSeeing(undefined)} />}
    </section>
  );
}

function OddAttempt({ of, onSettle, onSee }: { of: AttemptRecord; onSettle: () => void; onSee: () => void }) {
  const { order, supplier, said, contradiction, state, network, offer, receiver } = of;
  const now_ms = useNow_ms();
  return (
    <Card className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2 text-sm">
      <div className="min-w-[min(16rem,100%)] flex-1">
        <p className="flex flex-wrap items-center gap-x-3">
          <TextLink to="/admin/orders" search={{ status: "all", open: String(order) }}>
            Order {order}
          </TextLink>
          <span>
            {network} {offer} · {groupPhone(receiver)}
          </span>
        </p>
        <p className="font-medium">
          Sent to {supplierNames[supplier]} {ageText(of.sentAt, now_ms)} ago, {ends[state]}
        </p>
        {said !== null && <p className="wrap-anywhere text-muted-foreground">Last answer: {said}</p>}
        {contradiction !== null && (
          <p className="font-bold wrap-anywhere text-destructive">Now it says: {contradiction}</p>
        )}
      </div>
      {/* What has an end stays as it is. A correction of the wallet can follow. */}
      {contradiction !== null && (
        <Button variant="soft" size="sm" aria-label={`Taken care of order ${order}`} onClick={onSee}>
          Taken care of
        </Button>
      )}
      {(state === "sent" || state === "accepted") && (
        <Button variant="soft" size="sm" aria-label={`Settle order ${order}`} onClick={onSettle}>
          Settle
        </Button>
      )}
    </Card>
  );
}

const ends: Record<AttemptRecord["state"], string> = {
  sent: "no answer yet",
  accepted: "accepted, and not delivered yet",
  delivered: "booked as delivered",
  refused: "booked as refused",
};

function SettleDialog({ of, onClose }: { of: AttemptRecord; onClose: () => void }) {
  const { order, attempt, supplier, network, offer, receiver, reference } = of;
  const form = useForm({
    schema: settleBody,
    initial: { outcome: "", reason: "" },
    body: (typed) => ({ order, attempt, ...typed }),
    send: (body, send) =>
      send<{ attempts: AttemptRecord[]; pending: boolean }>({
        method: "POST",
        path: "/supplier/settle",
        body,
        changes: [{ what: `Order ${order}`, before: "no answer yet", after: body.outcome }],
      }),
    onDone: ({ attempts, pending }) => {
      queryClient.setQueryData(attemptsQuery.queryKey, attempts);
      notify(pending ? texts.awaitingApproval : `Order ${order} is settled`, "success");
      onClose();
    },
  });
  return (
    <FormDialog title={`Settle order ${order}`} form={form} send="Settle it" onClose={onClose}>
      <p className="text-sm text-muted-foreground">
        Delivered completes the order. Refused lets the shop send it elsewhere, or you can refund it.
      </p>
      <Facts>
        <Fact name="Package">{`${network} ${offer}`}</Fact>
        <Fact name="Number">{groupPhone(receiver)}</Fact>
        <Fact name={`Reference at ${supplierNames[supplier]}`}>
          <span className="wrap-anywhere">{reference}</span>
        </Fact>
      </Facts>
      <SelectField label={`What ${supplierNames[supplier]} says`} {...form.field("outcome")}>
        <option value="">Please choose</option>
        <option value="delivered">It was delivered</option>
        <option value="refused">It was refused: the number got nothing</option>
      </SelectField>
      <ReasonField {...form.field("reason")} hint="Who said it, and when" />
    </FormDialog>
  );
}

function SeeDialog({
  of: { order, attempt, contradiction },
  onClose,
}: {
  of: AttemptRecord;
  onClose: () => void;
}) {
  const form = useForm({
    schema: seeBody,
    initial: { reason: "" },
    body: (typed) => ({ order, attempt, ...typed }),
    send: (body, send) => send<AttemptRecord[]>({ method: "POST", path: "/supplier/contradiction", body }),
    onDone: (answer) => {
      queryClient.setQueryData(attemptsQuery.queryKey, answer);
      notify(`Order ${order} left the list`, "success");
      onClose();
    },
  });
  return (
    <FormDialog
      title={`Order ${order} is taken care of`}
      form={form}
      send="Take it off the list"
      onClose={onClose}
    >
      <p className="text-sm wrap-anywhere text-muted-foreground">
        The supplier says: {contradiction}. The order and the buyer’s money stay as they are.
      </p>
      <ReasonField {...form.field("reason")} hint="What you did about it" />
    </FormDialog>
  );
}
