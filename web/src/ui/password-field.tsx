import { useState, type ComponentProps } from "react";
import { cn } from "../lib/cn.ts";
import { Field, Input, type TextField } from "./field.tsx";

/** A field with a password, the current one unless `autoComplete` says that it is new. */
export function PasswordField({ label, hint, error, onValue, ...input }: ComponentProps<typeof TextField>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(parts) => (
        <PasswordInput
          autoComplete="current-password"
          {...parts}
          {...input}
          onChange={({ target }) => onValue(target.value)}
        />
      )}
    </Field>
  );
}

/** Can show its text. Hidden typing on a small phone causes most failed logins. */
function PasswordInput({ className, ...rest }: Omit<ComponentProps<"input">, "type">) {
  const [isShown, setShown] = useState(false);
  return (
    <div className="relative">
      <Input
        type={isShown ? "text" : "password"}
        autoCapitalize="none"
        spellCheck={false}
        className={cn("pr-20", className)}
        {...rest}
      />
      <button
        type="button"
        aria-pressed={isShown}
        className="absolute inset-y-0 right-0 min-w-16 rounded-lg px-3 text-sm font-semibold text-primary"
        onClick={() => setShown(!isShown)}
      >
        {isShown ? "Hide" : "Show"}
      </button>
    </div>
  );
}
