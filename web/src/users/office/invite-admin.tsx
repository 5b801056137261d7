import { useState } from "react";
import { type InviteAnswer, inviteBody } from "#contract/admin-invites.ts";
import { formatDateTime } from "#contract/terms/dates.ts";
import { post } from "../../lib/api.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Form, useForm } from "../../ui/form.tsx";
import { PhoneField } from "../../ui/phone-field.tsx";

/** Makes a link with which somebody registers as an admin. It is shown once. */
export function InviteAdmin() {
  const [made, setMade] = useState<InviteAnswer>();
  const form = useForm({
    schema: inviteBody,
    initial: { phone: "" },
    send: (body) => post<InviteAnswer>("/user/admin-invite", body),
    onDone: setMade,
  });
  const link = made && `${location.origin}/register#invite=${made.invite}`;
  return (
    <Form form={form} send="Make an invitation">
      <PhoneField label="Their phone number" required {...form.field("phone")} />
      {made !== undefined && link !== undefined && (
        <div role="status" className="flex flex-wrap items-center gap-2.5 rounded-lg bg-muted p-3.5">
          <code className="min-w-0 flex-1 text-sm break-all">{link}</code>
          <CopyButton value={link} what="invitation" />
          <p className="w-full text-sm text-muted-foreground">
            Send it to them alone. It works once, with this number, until {formatDateTime(made.expiresAt)}.
          </p>
        </div>
      )}
    </Form>
  );
}
