import type { Problems } from "../lib/problems.ts";
import { PasswordField } from "../ui/password-field.tsx";
import { type ComponentProps, useEffect, useState } from "react";
import { phoneDigits } from "#contract/terms/phone.ts";
import { TextField } from "../ui/field.tsx";
import { get } from "../lib/api.ts";

const fields = [
  { name: "password", label: "New password" },
  { name: "confirmPassword", label: "Confirm new password" },
] as const;

type Values = Record<(typeof fields)[number]["name"], string>;

interface Props {
  values: Values;
  problems: Problems;
  set: (change: Partial<Values>) => void;
}

export function NewPasswordFields({ values, problems, set }: Props) {
  return fields.map(({ name, label }) => (
    <PasswordField
      key={name}
      label={label}
      error={problems[name]}
      autoComplete="new-password"
      required
      value={values[name]}
      onValue={(text) => set({ [name]: text })}
    />
  ));
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

interface Asked<T> {
  path: string;
  data?: T;
  error?: unknown;
}

/** What the server answers, for pages of guests, which have no cache of queries. */
export function useAnswer<T>(path: string): Omit<Asked<T>, "path"> {
  const [asked, setAsked] = useState<Asked<T>>();
  useEffect(() => {
    const leaving = new AbortController();
    get<T>(path, leaving.signal).then(
      (data) => setAsked({ path, data }),
      (error: unknown) => {
        if (!leaving.signal.aborted) setAsked({ path, error });
      },
    );
    return () => leaving.abort();
  }, [path]);
  return asked?.path === path ? asked : {};
}
