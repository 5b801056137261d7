import type { ComponentProps } from "react";
import { PasswordField } from "../ui/field.tsx";

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
