import { limits } from "#contract/terms/limits.ts";
import type { ComponentProps } from "react";
import { TextField } from "../ui/field.tsx";

type Props = Pick<ComponentProps<typeof TextField>, "hint" | "error" | "value" | "onValue"> & {
  label?: string;
};

/** Why an admin does something, in their own words. */
export function ReasonField({ label = "Reason", ...field }: Props) {
  return <TextField label={label} maxLength={limits.reason_length_max} {...field} />;
}
