import type { ComponentProps } from "react";
import { phoneDigits } from "#contract/terms/phone.ts";
import { PasswordField, TextField } from "../ui/field.tsx";

interface Props {
  field: (
    name: "password" | "confirmPassword",
  ) => Pick<ComponentProps<typeof PasswordField>, "value" | "error" | "onValue">;
}

export function NewPasswordFields({ field }: Props) {
  const look = { autoComplete: "new-password", required: true };
  return (
    <>
      <PasswordField label="New password" {...look} {...field("password")} />
      <PasswordField label="Confirm new password" {...look} {...field("confirmPassword")} />
    </>
  );
}

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
