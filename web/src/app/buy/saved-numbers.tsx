import { useMutation } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useState, type FormEvent } from "react";
import { beneficiaryBody, type BeneficiaryRecord } from "#api/contract/account.ts";
import { groupPhone } from "#ledger/terms/phone.ts";
import { errorText } from "../../lib/api-error.ts";
import { useDraft } from "../../lib/draft.ts";
import { problemsOf } from "../../lib/problems.ts";
import { Button } from "../../ui/button.tsx";
import { Field, Input } from "../../ui/field.tsx";
import { notify } from "../../ui/notifications.ts";
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
  const change = useMutation({
    mutationFn: ({ phone, name }: { phone: string; name: string | null }) => nameNumber(phone, name),
    onError: (error) => notify(errorText(error), "danger"),
  });
  return (
    <ResponsiveDialog
      title={fresh === undefined ? "Saved numbers" : `Save ${groupPhone(fresh)}`}
      onClose={onClose}
    >
      {fresh !== undefined && (
        <NameForm
          phone={fresh}
          isBusy={change.isPending}
          onName={(name, forget) =>
            change.mutate(
              { phone: fresh, name },
              {
                onSuccess: () => {
                  forget();
                  onClose();
                },
              },
            )
          }
        />
      )}
      {saved.length > 0 && (
        <ul aria-label="Saved numbers" className="max-h-80 divide-y divide-border overflow-y-auto">
          {saved.map(({ phone, name }) => (
            <li key={phone} className="flex items-center gap-3">
              <span className="min-w-0 flex-1 truncate font-semibold">{name}</span>
              <span className="text-sm whitespace-nowrap text-muted-foreground">{groupPhone(phone)}</span>
              <button
                type="button"
                aria-label={`Forget ${name}`}
                disabled={change.isPending}
                className="grid size-12 shrink-0 place-items-center rounded-lg text-muted-foreground"
                onClick={() => change.mutate({ phone, name: null })}
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

interface NameFormProps {
  phone: string;
  isBusy: boolean;
  /** `forget` deletes the draft once the number has its name. */
  onName: (name: string, forget: () => void) => void;
}

function NameForm({ phone, isBusy, onName }: NameFormProps) {
  const [name, setName, forget] = useDraft(`name of ${phone}`, "");
  const [problem, setProblem] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // Events in a portal bubble to the purchase form, which must not treat this as Pay.
    event.stopPropagation();
    const found = problemsOf(beneficiaryBody, { phone, name })["name"];
    setProblem(found);
    if (found === undefined) onName(name, forget);
  };
  return (
    <form noValidate className="flex flex-col gap-3" onSubmit={submit}>
      <Field label="Name" error={problem}>
        {(parts) => (
          <Input
            {...parts}
            autoComplete="off"
            placeholder="Mum"
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        )}
      </Field>
      <Button type="submit" busy={isBusy}>
        Save
      </Button>
    </form>
  );
}
