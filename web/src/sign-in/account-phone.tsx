import type { ComponentProps } from "react";
import { phoneDigits } from "#contract/terms/phone.ts";
import { TextField } from "../ui/field.tsx";

/** The number of the account whose password is forgotten. */
export function AccountPhone({ onValue, ...field }: Omit<ComponentProps<typeof TextField>, "label">) {
  return (
    <TextField
      label="Phone of your account"
      type="tel"
      inputMode="numeric"
      autoComplete="username"
      required
      {...field}
      onValue={(text) => onValue(phoneDigits(text))}
    />
  );
}
