import { Trash2 } from "lucide-react";
import { beneficiaryBody, type BeneficiaryRecord } from "#contract/account.ts";
import { groupPhone } from "#contract/terms/phone.ts";
import { errorText } from "../../lib/api-error.ts";
import { useDraft } from "../../lib/draft.ts";
import { Form, useForm } from "../../ui/form.tsx";
import { useCommand } from "../../lib/command.ts";
import { TextField } from "../../ui/field.tsx";
import { notify } from "../../lib/notifications.ts";
import { ResponsiveDialog } from "../../ui/responsive-dialog.tsx";
import { nameNumber } from "./beneficiaries.query.ts";

interface Props {
  saved: readonly BeneficiaryRecord[];
  /** A number without a name. */
  fresh: string | undefined;
  onClose: () => void;
}

/** Names the typed number, and removes names. */
export default function SavedNumbers({ saved, fresh, onClose }: Props) {
  const removal = useCommand({ send: (phone: string) => nameNumber(phone, null) });
  return (
    <ResponsiveDialog
      title={fresh === undefined ? "Saved numbers" : `Save ${groupPhone(fresh)}`}
      onClose={onClose}
    >
      {fresh !== undefined && <NameForm phone={fresh} onDone={onClose} />}
      {saved.length > 0 && (
        <ul aria-label="Saved numbers" className="max-h-80 divide-y divide-border overflow-y-auto">
          {saved.map(({ phone, name }) => (
            <li key={phone} className="flex items-center gap-3">
              <span className="min-w-0 flex-1 truncate font-semibold">{name}</span>
              <span className="text-sm whitespace-nowrap text-muted-foreground">{groupPhone(phone)}</span>
              <button
                type="button"
                aria-label={`Forget ${name}`}
                disabled={removal.isBusy}
                className="grid size-12 shrink-0 place-items-center rounded-lg text-muted-foreground"
                onClick={() => removal.send(phone)}
              >
                <Trash2 aria-hidden className="size-5" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </ResponsiveDialog>
  );
}

function NameForm({ phone, onDone }: { phone: string; onDone: () => void }) {
  const [name, setName, forget] = useDraft(`name of ${phone}`, "");
  const form = useForm({
    schema: beneficiaryBody,
    values: { phone, name },
    onChange: ({ name: typed = "" }) => setName(typed),
    send: () => nameNumber(phone, name),
    onDone: () => {
      forget();
      onDone();
    },
    onError: (error) => notify(errorText(error), "danger"),
  });
  return (
    <Form form={form} send="Save">
      <TextField label="Name" placeholder="Mum" {...form.field("name")} />
    </Form>
  );
}
