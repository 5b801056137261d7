import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type BooksAnswer, incidentBody, type IncidentRecord } from "#contract/verification.ts";
import { formatDateTime } from "#contract/terms/dates.ts";
import { Form, useForm } from "../../ui/form.tsx";
import { queryClient } from "../../lib/query-client.ts";
import { Badge } from "../../ui/badge.tsx";
import { TextLink } from "../../office/links.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Loading } from "../../ui/placeholders.tsx";
import { notify } from "../../lib/notifications.ts";
import { ReasonField } from "../../office/reason-field.tsx";
import { incidentsQuery } from "./audit.query.ts";

/** Each time that the books did not balance, newest first. `light`: the present state. */
export function Incidents({ light }: { light: BooksAnswer["state"] | undefined }) {
  const query = useQuery(incidentsQuery(light));
  const { data } = query;
  return (
    <Card role="region" aria-label="Incidents" className="flex flex-col gap-3">
      <h2 className="text-lg font-bold">When the books did not balance</h2>
      <Loading of={query} what="This could not be loaded." />
      {data?.length === 0 && (
        <p className="text-sm text-muted-foreground">Never since these checks are kept.</p>
      )}
      <ul className="flex flex-col divide-y divide-border">
        {data?.map((incident) => (
          <li key={incident.id} className="flex flex-col gap-2 py-3 first:pt-0 last:pb-0">
            <Incident of={incident} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Incident({ of }: { of: IncidentRecord }) {
  const { from, to, findings, note } = of;
  return (
    <>
      <p className="flex flex-wrap items-center gap-2 font-semibold">
        {formatDateTime(from)} – {to === null ? "now" : formatDateTime(to)}
        <Badge variant={to === null ? "destructive" : "success"}>{to === null ? "Red" : "Green again"}</Badge>
      </p>
      <ul className="flex flex-col gap-1 text-sm">
        {findings.map((finding) => (
          <li key={finding.name} className="wrap-anywhere">
            <Subject of={finding} />
            {finding.differences.map(({ what, expected, found }) => (
              <span key={what} className="block text-muted-foreground">
                {what}: expected {expected}, found {found}
              </span>
            ))}
          </li>
        ))}
      </ul>
      {note === null ? (
        <NoteForm id={of.id} />
      ) : (
        <p className="text-sm wrap-anywhere">
          {note.reason}{" "}
          <span className="text-muted-foreground">
            {note.by}, {formatDateTime(note.at)}
          </span>
        </p>
      )}
    </>
  );
}

function Subject({ of: { name, about } }: { of: IncidentRecord["findings"][number] }) {
  if (about === null) return <b>{name}</b>;
  const places = {
    user: { to: "/admin/users/$id", params: { id: about.id } },
    order: { to: "/admin/orders", search: { status: "all", search: name.replace("Order ", "") } },
    movement: { to: "/admin/audit", search: { open: Number(about.id) } },
  } as const;
  return (
    <TextLink {...places[about.kind]} className="font-semibold underline-offset-4 md:min-h-0">
      {name}
    </TextLink>
  );
}

/** Who put it right, and how: the database cannot know that. */
function NoteForm({ id }: { id: number }) {
  const [isOpen, setOpen] = useState(false);
  const form = useForm({
    schema: incidentBody,
    initial: { reason: "" },
    send: (body, send) => send({ method: "PUT", path: `/audit/incidents/${id}`, body }),
    onDone: () => {
      notify("Saved", "success");
      void queryClient.invalidateQueries({ queryKey: ["audit", "incidents"] });
    },
  });
  if (!isOpen)
    return (
      <Button variant="outline" size="sm" className="self-start" onClick={() => setOpen(true)}>
        Say what happened
      </Button>
    );
  return (
    <Form form={form} send="Save" buttonLook="self-start" onCancel={() => setOpen(false)}>
      <ReasonField label="What was wrong, who put it right, and how" {...form.field("reason")} />
    </Form>
  );
}
