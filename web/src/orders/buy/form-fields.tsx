import type { ComponentProps } from "react";
import { phoneDigits } from "#contract/terms/phone.ts";
import type { FormField, OrderForm } from "#contract/terms/product-types.ts";
import { useIsTouch } from "../../lib/media.ts";
import type { Problems } from "../../lib/problems.ts";
import { Card } from "../../ui/card.tsx";
import { TextField } from "../../ui/field.tsx";

const inputs: Record<FormField["kind"], Omit<ComponentProps<"input">, "value">> = {
  text: {},
  phone: { type: "tel", inputMode: "numeric" },
  card: { autoCapitalize: "characters" },
  birthday: { placeholder: "dd/mm/yyyy" },
};

interface Props {
  title: string;
  fields: readonly FormField[];
  values: OrderForm;
  problems: Problems;
  onChange: (values: OrderForm) => void;
}

/** The form that an order needs. */
export function FormFields({ title, fields, values, problems, onChange }: Props) {
  const isTouch = useIsTouch();
  return (
    <Card role="group" aria-label={title} className="flex flex-col gap-3.5">
      {fields.map(({ name, label, kind }) => (
        <TextField
          key={name}
          label={label}
          error={problems[name]}
          autoComplete="off"
          {...inputs[kind]}
          // A desk's own field for a date has the order of its language.
          {...(kind === "birthday" && isTouch && { type: "date" })}
          required
          value={values[name] ?? ""}
          onValue={(text) => onChange({ ...values, [name]: kind === "phone" ? phoneDigits(text) : text })}
        />
      ))}
    </Card>
  );
}
