import type { ComponentProps } from "react";
import type { AfaForm } from "#api/contract/order-list.ts";
import { phoneDigits } from "#ledger/terms/phone.ts";
import { useIsTouch } from "../../lib/media.ts";
import { Card } from "../../ui/card.tsx";
import { Field, Input } from "../../ui/field.tsx";

const fields: { name: keyof AfaForm; label: string; input: ComponentProps<"input"> }[] = [
  { name: "name", label: "Full name", input: { autoComplete: "off" } },
  { name: "phone", label: "Phone", input: { type: "tel", inputMode: "numeric", autoComplete: "off" } },
  { name: "card", label: "Ghana Card number", input: { autoComplete: "off", autoCapitalize: "characters" } },
  { name: "dob", label: "Date of birth", input: { placeholder: "dd/mm/yyyy", autoComplete: "off" } },
  { name: "location", label: "Location", input: { autoComplete: "off" } },
];

interface Props {
  form: AfaForm;
  problems: Partial<Record<string, string>>;
  onChange: (form: AfaForm) => void;
}

/** The form of an AFA registration. */
export function AfaFields({ form, problems, onChange }: Props) {
  const isTouch = useIsTouch();
  return (
    <Card role="group" aria-label="AFA registration" className="flex flex-col gap-3.5">
      {fields.map(({ name, label, input }) => (
        <Field key={name} label={label} error={problems[name]}>
          {(parts) => (
            <Input
              {...input}
              {...parts}
              // A desk's own field for a date has the order of its language.
              {...(name === "dob" && isTouch && { type: "date" })}
              required
              value={form[name]}
              onChange={({ target }) =>
                onChange({ ...form, [name]: name === "phone" ? phoneDigits(target.value) : target.value })
              }
            />
          )}
        </Field>
      ))}
    </Card>
  );
}
